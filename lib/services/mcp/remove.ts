import { z } from "zod";
import { deleteMcpServer } from "@/db/queries/settings/mcp-servers";
import { serverName } from "@/lib/core/inputs/mcp";
import { definitionsSince } from "@/lib/core/mcp";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";
import { tellRuns } from "./keep-seen";
import { storedServer } from "./stored-server";

/** Removes a server with its secrets; calls of its tools fail from then on. Throws `not_found`. */
export const removeServer = defineVerb({
  name: "mcp/remove",
  capability: "admin",
  description: "Removes it with its secrets",
  routes: [{ at: "POST /api/v1/mcp-servers/{name}/remove", limit: "long" }],
  input: z.strictObject({ name: serverName }),
  async run({ ctx, input: { name } }): Promise<{ name: string }> {
    const { workspaceId } = ctx.actor;
    const entry = { action: "mcp_server_removed", subject: name };
    const definitions = await changeSetup(ctx, entry, async (tx) => {
      const before = await storedServer(ctx, name, tx);
      await deleteMcpServer(tx, { workspaceId, name });
      return definitionsSince(before, undefined);
    });
    await tellRuns(ctx, workspaceId, definitions);
    return { name };
  },
});
