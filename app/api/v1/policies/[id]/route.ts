import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { policyId: id } = verbs.policies.get.schema.shape;

export const GET = withRoute(
  verbs.policies.get.schema.omit({ policyId: true }).extend({ id }),
  ({ services, actor, input: { id: policyId, ...which } }) =>
    services.policies.get({ actor, input: { policyId, ...which } }),
);

export const POST = withRoute(
  verbs.policies.save.schema.omit({ policyId: true }).extend({ id }),
  ({ services, actor, input: { id: policyId, ...policy } }) =>
    services.policies.save({ actor, input: { policyId, ...policy } }),
);
