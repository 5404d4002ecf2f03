import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.mcp.remove.schema, ({ services, actor, input }) =>
  services.mcp.remove({ actor, input }),
);
