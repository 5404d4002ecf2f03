import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { runId, digest } = verbs.runs.value.schema.shape;

export const GET = withRoute(
  verbs.runs.value.schema.omit({ runId: true }).extend({ id: runId, digest }),
  ({ services, actor, input: { id, digest } }) =>
    services.runs.value({ actor, input: { runId: id, digest } }),
);
