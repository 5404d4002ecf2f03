import { type McpServerRow, updateMcpServer } from "@/db/queries/settings/mcp-servers";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { type ServerInput, serverInput } from "@/lib/core/inputs/mcp";
import { canonicalJson } from "@/lib/core/json";
import { definitionsSince } from "@/lib/core/mcp";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";
import { tellRuns } from "./keep-seen";
import {
  changedSecrets,
  connectionFields,
  requireConfirmedProgram,
  sealSecrets,
  secretsOf,
  storedServer,
} from "./stored-server";

/**
 * Changes how a server is reached, or whether. Its secrets stay where none are given, unless the program or the address
 * changes: a key goes nowhere that it was not given for. A program is confirmed again where it, its arguments or its variables change. Runs that ask about its calls
 * ask again. Throws `not_found` and `invalid_input`.
 */
export const changeServer = defineVerb({
  name: "mcp/change",
  capability: "admin",
  description:
    "Changes it: the whole server, as one is added. `env` and `headers` that are left out stay as they are; another program or address needs them again",
  routes: [{ at: "POST /api/v1/mcp-servers/{name}", limit: "long" }],
  input: serverInput,
  async run({ ctx, input }): Promise<{ name: string }> {
    const { name, enabled, timeoutMs } = input;
    const connection = connectionFields(input);
    const given = secretsOf(input);
    const details = { ...connection, enabled, timeoutMs, secretNames: given ? Object.keys(given) : "kept" };
    const { workspaceId } = ctx.actor;
    const entry = { action: "mcp_server_changed", subject: name, details };
    const definitions = await changeSetup(ctx, entry, async (tx) => {
      const before = await storedServer(ctx, name, tx);
      const changed = given ? changedSecrets(ctx, before, given) : [];
      const variables = input.transport === "stdio" ? changed : [];
      if (hasNewTarget(before, input) || variables.length > 0) requireConfirmedProgram(ctx, input, variables);
      if (!given) requireSecretsForNewTarget(before, input);
      // The same values sealed once more would look like others to those who were asked about calls.
      const same = given ? { secretNames: Object.keys(given) } : {};
      const secrets = given && changed.length > 0 ? sealSecrets(ctx, given) : same;
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
      const change = { enabled, timeoutMs, ...connection, ...secrets, ...cleared, ...untried };
      await updateMcpServer(tx, { workspaceId, name }, change);
      return definitionsSince(before, { ...before, ...change });
    });
    await tellRuns(ctx, workspaceId, definitions);
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
