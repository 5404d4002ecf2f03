import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { runId } = verbs.approvals.context.schema.shape;

export const GET = withRoute(
  verbs.approvals.context.schema.omit({ runId: true }).extend({ id: runId }),
  ({ services, actor, input: { id, ...of } }) =>
    services.approvals.context({ actor, input: { runId: id, ...of } }),
);
