import { withRoute } from "@/app/api/route-app";
import { runPlan } from "@/lib/http/run-plan";
import { verbs } from "@/lib/services/registry";

const { runId, format } = verbs.plans.export.schema.shape;

export const GET = withRoute(
  verbs.plans.get.schema.omit({ runId: true }).extend({ id: runId, format: format.optional() }),
  ({ services, actor, input: { id, ...which } }) =>
    runPlan({ services, actor, input: { runId: id, ...which } }),
);
