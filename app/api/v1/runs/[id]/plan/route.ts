import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { runId } = verbs.plans.get.schema.shape;

export const GET = withRoute(
  verbs.plans.get.schema.omit({ runId: true }).extend({ id: runId }),
  ({ services, actor, input: { id, version } }) =>
    services.plans.get({ actor, input: version === undefined ? { runId: id } : { runId: id, version } }),
);
