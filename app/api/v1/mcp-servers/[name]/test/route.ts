import { withRoute } from "@/app/api/route-app";
import { verbs } from "@/lib/services/registry";

export const POST = withRoute(verbs.mcp.test.schema, ({ services, actor, input }) =>
  services.mcp.test({ actor, input }),
);
