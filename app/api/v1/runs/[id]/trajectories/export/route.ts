import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { runId } = verbs.runs.exportTrajectory.schema.shape;

export const GET = withRoute(
  verbs.runs.exportTrajectory.schema.omit({ runId: true }).extend({ id: runId }),
  ({ services, actor, input: { id, ...attempt } }) =>
    services.runs.exportTrajectory({ actor, input: { runId: id, ...attempt } }),
);
