import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.models.saveProvider.schema, ({ services, actor, input }) =>
  services.models.saveProvider({ actor, input }),
);
