import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.plans.diff.schema, ({ services, actor, input }) =>
  services.plans.diff({ actor, input }),
);
