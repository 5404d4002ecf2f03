import type { Metadata } from "next";
import { McpSettings } from "@/components/settings/mcp/mcp-settings";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "MCP servers" };

export default async function McpPage() {
  const { services, actor } = await consoleCall();
  const { items } = await services.mcp.list({ actor, input: {} });
  return <McpSettings servers={items} />;
}
