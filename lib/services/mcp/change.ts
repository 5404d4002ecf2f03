import { type McpServerRow, updateMcpServer } from "@/db/queries/settings/mcp-servers";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { type ServerInput, serverInput } from "@/lib/core/inputs/mcp";
import { canonicalJson } from "@/lib/core/json";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";
import {
  changedVariables,
  connectionFields,
  requireConfirmedProgram,
  sealSecrets,
  secretsOf,
  storedServer,
} from "./stored-server";

/**
 * Changes how a server is reached, or whether. Its secrets stay where none are given, unless the program or the address
 * changes: a key goes nowhere that it was not given for. A program is confirmed again where it, its arguments or its variables change. Throws `not_found` and `invalid_input`.
 */
export const changeServer = defineVerb({
  name: "mcp/change",
  capability: "admin",
  input: serverInput,
  async run({ ctx, input }): Promise<{ name: string }> {
    const { name, enabled, timeoutMs } = input;
    const connection = connectionFields(input);
    const given = secretsOf(input);
    const details = { ...connection, enabled, timeoutMs, secretNames: given ? Object.keys(given) : "kept" };
    await changeSetup(ctx, { action: "mcp_server_changed", subject: name, details }, async (tx) => {
      const before = await storedServer(ctx, name, tx);
      const variables = changedVariables(ctx, before, input);
      if (hasNewTarget(before, input) || variables.length > 0) requireConfirmedProgram(ctx, input, variables);
      if (!given) requireSecretsForNewTarget(before, input);
      const secrets = given ? sealSecrets(ctx, given) : {};
      // What it showed on another way is not what it shows now.
      const cleared = hasNewTarget(before, input)
        ? { tools: [], waiting: [], leftOut: [], server: null, overrides: {} }
        : {};
      const untried = {
        state: "untried",
        problem: null,
        stateAt: null,
        revision: before.revision + 1,
      } as const;
      const { workspaceId } = ctx.actor;
      const change = { enabled, timeoutMs, ...connection, ...secrets, ...cleared, ...untried };
      await updateMcpServer(tx, { workspaceId, name }, change);
    });
    return { name };
  },
});

function requireSecretsForNewTarget(before: McpServerRow, input: ServerInput): void {
  if (before.secrets === null || !hasNewTarget(before, input)) return;
  const path = input.transport === "stdio" ? "env" : "headers";
  const message = "The secrets were given for another program or address: enter them again.";
  throw new DomainFailure(domainError("invalid_input", message, { issues: [{ path, message }] }));
}

function hasNewTarget(before: McpServerRow, input: ServerInput): boolean {
  const { transport, command, args, url } = connectionFields(input);
  const previous = [before.transport, before.command, before.args, before.url];
  return canonicalJson([transport, command, args, url]) !== canonicalJson(previous);
}
