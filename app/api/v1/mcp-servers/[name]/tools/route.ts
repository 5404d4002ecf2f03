import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.mcp.setTool.schema, ({ services, actor, input }) =>
  services.mcp.setTool({ actor, input }),
);
