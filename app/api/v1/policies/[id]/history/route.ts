import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

const schema = verbs.policies.history.schema
  .omit({ policyId: true })
  .extend({ id: verbs.policies.history.schema.shape.policyId });

export const GET = withRoute(schema, ({ services, actor, input: { id: policyId } }) =>
  services.policies.history({ actor, input: { policyId } }),
);
