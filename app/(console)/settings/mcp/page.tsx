import type { Metadata } from "next";
import { McpSettings } from "@/components/settings/mcp/mcp-settings";
import { consoleCall } from "../../call";
import { acceptTool, addServer, changeServer, removeServer, setTool, testServer } from "./actions";

export const metadata: Metadata = { title: "MCP servers" };

export default async function McpPage() {
  const { services, actor } = await consoleCall();
  const { items } = await services.mcp.list({ actor, input: {} });
  const actions = {
    add: addServer,
    change: changeServer,
    remove: removeServer,
    test: testServer,
    setTool,
    acceptTool,
  };
  return <McpSettings servers={items} actions={actions} />;
}
