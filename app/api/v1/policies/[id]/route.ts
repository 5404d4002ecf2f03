import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { policyId: id, version } = verbs.policies.get.schema.shape;

export const GET = withRoute(
  verbs.policies.get.schema.omit({ policyId: true }).extend({ id }),
  ({ services, actor, input: { id: policyId, ...which } }) =>
    services.policies.get({ actor, input: { policyId, ...which } }),
);

export const PUT = withRoute(
  verbs.policies.save.schema.omit({ policyId: true }).extend({ id }),
  ({ services, actor, input: { id: policyId, ...policy } }) =>
    services.policies.save({ actor, input: { policyId, ...policy } }),
);

/** The version that is taken out of force stands in the address: a DELETE has no body. */
export const DELETE = withRoute(
  verbs.policies.remove.schema.omit({ policyId: true }).extend({ id, version: version.unwrap() }),
  ({ services, actor, input: { id: policyId, version: known } }) =>
    services.policies.remove({ actor, input: { policyId, version: known } }),
);
