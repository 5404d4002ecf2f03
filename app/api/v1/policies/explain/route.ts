import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.policies.explain.schema, ({ services, actor, input }) =>
  services.policies.explain({ actor, input }),
);
