import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(verbs.tools.list.schema, ({ services, actor, input }) =>
  services.tools.list({ actor, input }),
);
