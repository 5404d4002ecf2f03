import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.plans.parse.schema, ({ services, actor, input }) =>
  services.plans.parse({ actor, input }),
);
