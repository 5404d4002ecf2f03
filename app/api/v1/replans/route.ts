import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(verbs.replans.list.schema, ({ services, actor, input }) =>
  services.replans.list({ actor, input }),
);
