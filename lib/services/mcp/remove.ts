import { z } from "zod";
import { deleteMcpServer } from "@/db/queries/settings/mcp-servers";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { serverName } from "@/lib/core/inputs/mcp";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/** Removes a server with its secrets; calls of its tools fail from then on. Throws `not_found`. */
export const removeServer = defineVerb({
  name: "mcp/remove",
  capability: "admin",
  input: z.strictObject({ name: serverName }),
  async run({ ctx, input: { name } }): Promise<{ name: string }> {
    await changeSetup(ctx, { action: "mcp_server_removed", subject: name }, async (tx) => {
      if (await deleteMcpServer(tx, { workspaceId: ctx.actor.workspaceId, name })) return;
      throw new DomainFailure(domainError("not_found", `There is no MCP server ${name}.`));
    });
    return { name };
  },
});
