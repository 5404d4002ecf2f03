import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.models.setRoleDefaults.schema, ({ services, actor, input }) =>
  services.models.setRoleDefaults({ actor, input }),
);
