import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { runId } = verbs.runs.trajectory.schema.shape;

export const GET = withRoute(
  verbs.runs.trajectory.schema.omit({ runId: true }).extend({ id: runId }),
  ({ services, actor, input: { id, ...page } }) =>
    services.runs.trajectory({ actor, input: { runId: id, ...page } }),
);
