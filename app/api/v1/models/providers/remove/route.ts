import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.models.removeProvider.schema, ({ services, actor, input }) =>
  services.models.removeProvider({ actor, input }),
);
