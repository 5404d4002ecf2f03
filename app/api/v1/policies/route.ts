import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(verbs.policies.list.schema, ({ services, actor, input }) =>
  services.policies.list({ actor, input }),
);

export const POST = withRoute(
  verbs.policies.save.schema.omit({ policyId: true, version: true }),
  ({ services, actor, input }) => services.policies.save({ actor, input }),
);
