import type { Metadata } from "next";
import { McpSettings } from "@/components/settings/mcp/mcp-settings";
import { serverForm } from "@/lib/core/inputs/mcp";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "MCP servers" };

export default async function McpPage() {
  const { services, actor } = await consoleCall();
  const { items } = await services.mcp.list({ actor, input: {} });
  return <McpSettings nodes={serverForm} servers={items} />;
}
