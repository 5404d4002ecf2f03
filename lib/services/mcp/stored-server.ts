import type { Orm } from "@/db/client";
import { type McpServerRow, readMcpServer } from "@/db/queries/settings/mcp-servers";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { ServerInput } from "@/lib/core/inputs/mcp";
import { canonicalJson, type Json } from "@/lib/core/json";
import { PROGRAMS_OFF } from "@/lib/core/mcp";
import { getOwn } from "@/lib/core/own";
import type { ServiceContext } from "../context";

/** The server of that name in the actor's workspace, kept from others until the transaction ends. Throws `not_found`. */
export async function storedServer(
  ctx: ServiceContext,
  name: string,
  tx: Orm = ctx.db,
): Promise<McpServerRow> {
  const row = await readMcpServer(tx, { workspaceId: ctx.actor.workspaceId, name }, { lock: tx !== ctx.db });
  if (row) return row;
  throw new DomainFailure(domainError("not_found", `There is no MCP server ${name}.`));
}

/**
 * Lets a program be started only where that is possible at all, and as the administrator has seen it; `variables` are those
 * of its environment that are new, which may have it run something else. Throws `forbidden` and `invalid_input`.
 */
export function requireConfirmedProgram(
  ctx: ServiceContext,
  input: ServerInput,
  variables: readonly string[] = [],
): void {
  if (input.transport !== "stdio") return;
  if (!ctx.mcp.allowsPrograms) throw new DomainFailure(domainError("forbidden", PROGRAMS_OFF));
  const command = [input.command, ...input.args];
  if (canonicalJson(input.confirmedCommand ?? []) === canonicalJson(command)) return;
  const changed = variables.length > 0 ? ` Changed variables: ${variables.join(", ")}.` : "";
  const message = `Confirm what will run, as confirmedCommand: ${JSON.stringify(command)}.${changed}`;
  const issues = [{ path: "confirmedCommand", message }];
  throw new DomainFailure(domainError("invalid_input", message, { issues }));
}

/** How a server is reached, as it is stored. */
export function connectionFields(input: ServerInput) {
  return input.transport === "stdio"
    ? { transport: input.transport, command: input.command, args: input.args, url: null, allowPrivate: false }
    : {
        transport: input.transport,
        command: null,
        args: [],
        url: input.url,
        allowPrivate: input.allowPrivate,
      };
}

/** The variables or headers that are others than before, by name; all of them where what is kept cannot be read. */
export function changedSecrets(
  ctx: ServiceContext,
  before: McpServerRow,
  given: Readonly<Record<string, string>>,
): string[] {
  const opened = before.secrets === null ? "{}" : ctx.secrets.open(before.secrets);
  const kept = new Map(Object.entries(opened === undefined ? {} : (JSON.parse(opened) as object)));
  const names = new Set([...before.secretNames, ...Object.keys(given)]);
  return [...names].toSorted().filter((name) => kept.get(name) !== getOwn(given, name));
}

/** Values to be sealed; undefined when those that are kept stay. */
export const secretsOf = (input: ServerInput): Record<string, string> | undefined =>
  input.transport === "stdio" ? input.env : input.headers;

/** The secrets as they are stored. */
export function sealSecrets(ctx: ServiceContext, values: Record<string, string>) {
  const secretNames = Object.keys(values);
  return {
    secretNames,
    secrets: secretNames.length === 0 ? null : ctx.secrets.seal(canonicalJson(values as Json)),
  };
}
