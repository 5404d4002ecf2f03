import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { approvalId } = verbs.approvals.decide.schema.shape;
const body = verbs.approvals.decide.schema
  .omit({ approvalId: true, provenance: true })
  .extend({ id: approvalId });

export const POST = withRoute(body, ({ services, input: { id, ...decision }, ...call }) =>
  services.approvals.decide({ ...call, input: { approvalId: id, ...decision } }),
);
