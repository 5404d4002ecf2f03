import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { runId } = verbs.runs.calls.schema.shape;

export const GET = withRoute(
  verbs.runs.calls.schema.omit({ runId: true }).extend({ id: runId }),
  ({ services, actor, input: { id, ...page } }) =>
    services.runs.calls({ actor, input: { runId: id, ...page } }),
);
