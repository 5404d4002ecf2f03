import { insertMcpServer } from "@/db/queries/settings/mcp-servers";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { serverInput } from "@/lib/core/inputs/mcp";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";
import { connectionFields, requireConfirmedProgram, sealSecrets, secretsOf } from "./stored-server";

/** Adds an MCP server; what tools it has is known once it was tested (docs/tools.md, "MCP"). Throws `conflict`. */
export const addServer = defineVerb({
  name: "mcp/add",
  capability: "admin",
  description:
    "Adds a server: `{name, transport: stdio, command, args?, env?, confirmedCommand}` (the program and its arguments once more, as a list, where they or variables of `env` are new) or `{name, transport: http, url, headers?, allowPrivate?}`, with `enabled?` and `timeoutMs?`",
  routes: [{ at: "POST /api/v1/mcp-servers", limit: "long" }],
  input: serverInput,
  async run({ ctx, input }): Promise<{ name: string }> {
    const { name, enabled, timeoutMs } = input;
    requireConfirmedProgram(ctx, input);
    const secrets = sealSecrets(ctx, secretsOf(input) ?? {});
    const connection = connectionFields(input);
    const details = { ...connection, enabled, timeoutMs, secretNames: secrets.secretNames };
    const { workspaceId } = ctx.actor;
    await changeSetup(ctx, { action: "mcp_server_added", subject: name, details }, async (tx) => {
      if (await insertMcpServer(tx, { workspaceId, name, enabled, timeoutMs, ...connection, ...secrets }))
        return;
      throw new DomainFailure(domainError("conflict", `There is an MCP server ${name} already.`));
    });
    return { name };
  },
});
