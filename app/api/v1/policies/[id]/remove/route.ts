import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const { policyId: id } = verbs.policies.remove.schema.shape;
const schema = verbs.policies.remove.schema.omit({ policyId: true }).extend({ id });

export const POST = withRoute(schema, ({ services, actor, input: { id: policyId, version } }) =>
  services.policies.remove({ actor, input: { policyId, version } }),
);
