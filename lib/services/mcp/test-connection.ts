import { z } from "zod";
import { readMcpServer } from "@/db/queries/settings/mcp-servers";
import { writeAudit } from "@/db/queries/write-audit";
import { serverName } from "@/lib/core/inputs/mcp";
import { type McpServerView, mcpConfig, mcpServerView, SECRETS_UNREADABLE } from "@/lib/core/mcp";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import { keepSeen } from "./keep-seen";
import { storedServer } from "./stored-server";

/** Connects from the process that is asked, to a server that is switched off too. Throws `not_found`. */
export const testServer = defineVerb({
  name: "mcp/test",
  capability: "admin",
  description:
    "Connects to it once and keeps what it shows: the server as it then stands, `state` `connected` or `failed` with its `problem`",
  routes: [{ at: "POST /api/v1/mcp-servers/{name}/test", limit: "long" }],
  input: z.strictObject({ name: serverName }),
  async run({ ctx, input: { name } }): Promise<McpServerView> {
    const { workspaceId } = ctx.actor;
    const row = await storedServer(ctx, name);
    const config = mcpConfig(row, ctx.secrets.open);
    const seen = config ? await ctx.mcp.probe(config) : ({ ok: false, problem: SECRETS_UNREADABLE } as const);
    await keepSeen(ctx, { workspaceId, name, revision: row.revision }, seen);
    const known = await ctx.transact(async (tx) => {
      const details = { ok: seen.ok };
      await writeAudit(tx, {
        workspaceId,
        actor: actorRefOf(ctx.actor),
        action: "mcp_server_tested",
        subject: name,
        details,
      });
      return readMcpServer(tx, { workspaceId, name });
    });
    ctx.workspaces.invalidate(workspaceId);
    return mcpServerView(known ?? row);
  },
});
