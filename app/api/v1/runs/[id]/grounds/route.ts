import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { runId } = verbs.approvals.grounds.schema.shape;

export const GET = withRoute(
  verbs.approvals.grounds.schema.omit({ runId: true }).extend({ id: runId }),
  ({ services, actor, input: { id, ...of } }) =>
    services.approvals.grounds({ actor, input: { runId: id, ...of } }),
);
