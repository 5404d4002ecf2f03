import { z } from "zod";
import { readMcpServers } from "@/db/queries/settings/mcp-servers";
import { type McpServerView, mcpServerView } from "@/lib/core/mcp";
import { defineVerb } from "../verb";

export const listServers = defineVerb({
  name: "mcp/list",
  capability: "admin",
  description: "The MCP servers as they were last seen, with their tools and the names of their secrets",
  see: ["tools.md#mcp"],
  routes: [{ at: "GET /api/v1/mcp-servers" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: McpServerView[] }> {
    const rows = await readMcpServers(ctx.db, ctx.actor.workspaceId);
    return { items: rows.map(mcpServerView) };
  },
});
