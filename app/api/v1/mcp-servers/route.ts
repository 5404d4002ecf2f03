import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const GET = withRoute(verbs.mcp.list.schema, ({ services, actor, input }) =>
  services.mcp.list({ actor, input }),
);

export const POST = withRoute(verbs.mcp.add.schema, ({ services, actor, input }) =>
  services.mcp.add({ actor, input }),
);
