import { z } from "zod";
import { readMcpServers } from "@/db/queries/settings/mcp-servers";
import { type McpServerView, mcpServerView } from "@/lib/core/mcp";
import { defineVerb } from "../verb";

/** The MCP servers of the workspace as they were last seen, without their secrets. */
export const listServers = defineVerb({
  name: "mcp/list",
  capability: "admin",
  routes: [{ at: "GET /api/v1/mcp-servers" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: McpServerView[] }> {
    const rows = await readMcpServers(ctx.db, ctx.actor.workspaceId);
    return { items: rows.map(mcpServerView) };
  },
});
