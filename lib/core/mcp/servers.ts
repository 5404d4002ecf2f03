import { z } from "zod";
import { digestOf } from "../bytes";
import { recordOf } from "../json-schemas";
import { getOwn } from "../own";
import { uncheckedParts } from "./checkable-schema";
import { changedParts, toolDefinition } from "./pinned";
import { mcpToolName, mcpToolNames, mcpTraits } from "./tools";
import type {
  LeftOutTool,
  McpOverride,
  McpServerConfig,
  McpServerView,
  McpState,
  McpTool,
  WaitingToolView,
} from "./types";

/** Rows of older versions named the reason `why`. */
export type StoredLeftOut = LeftOutTool | { name: string; why: string };

/** A server as it is stored. */
export type StoredMcpServer = {
  workspaceId: string;
  name: string;
  transport: "stdio" | "http";
  command: string | null;
  args: string[];
  url: string | null;
  /** Sealed JSON of the variables or headers. */
  secrets: string | null;
  secretNames: string[];
  allowPrivate: boolean;
  enabled: boolean;
  timeoutMs: number;
  overrides: Record<string, McpOverride>;
  revision: number;
  /** As they were accepted: these hold. */
  tools: McpTool[];
  /** What the server shows instead or beside them, until an administrator accepts it. */
  waiting: McpTool[];
  leftOut: StoredLeftOut[];
  server: string | null;
  state: McpState;
  problem: string | null;
};

/**
 * Names what calls of a server's tools reach, and with what they are made. Variables and headers count as they are sealed:
 * nobody can tell a value by trying it out on the digest.
 */
export const mcpTarget = (
  server: Pick<StoredMcpServer, "transport" | "command" | "args" | "url" | "allowPrivate" | "secrets">,
): string => {
  const { transport, command, args, url, allowPrivate, secrets } = server;
  return digestOf([transport, command, args, url, allowPrivate, secrets]);
};

/**
 * Names a tool by what its calls reach and by what holds of it, which people and agents read. With what its server shows in
 * the place of that it names the tool as calls of it go out.
 */
export const definitionAt = (target: string, tool: McpTool, shown?: McpTool): string =>
  digestOf([target, toolDefinition(tool), ...(shown ? [toolDefinition(shown)] : [])]);

/** The tools of a server that is in use as calls of them go out now, by our names of them. */
export function definitionsOf(row: Readonly<StoredMcpServer>): Record<string, string> {
  const target = mcpTarget(row);
  const shown = new Map(row.waiting.map((tool) => [tool.name, tool]));
  const held = row.tools.map(
    (tool) => [tool.name, definitionAt(target, tool, shown.get(tool.name))] as const,
  );
  const all = new Map([...shown].map(([name, tool]) => [name, definitionAt(target, tool)]));
  for (const [name, definition] of held) all.set(name, definition);
  if (!row.enabled) all.clear();
  const names = mcpToolNames(row.name, [...row.tools, ...row.waiting]);
  return Object.fromEntries(
    [...names].flatMap(([own, name]) => {
      const definition = all.get(own);
      return definition === undefined ? [] : [[name, definition]];
    }),
  );
}

/** The same after a change of the server; null of what is gone with it. */
export function definitionsSince(
  before: Readonly<StoredMcpServer>,
  after: Readonly<StoredMcpServer> | undefined,
): Record<string, string | null> {
  const gone = Object.keys(definitionsOf({ ...before, enabled: true })).map((name) => [name, null] as const);
  return { ...Object.fromEntries(gone), ...(after ? definitionsOf(after) : {}) };
}

const secretValues = recordOf(z.string());

/** How to reach a stored server; undefined when its secrets cannot be opened (the installation's secret has changed). */
export function mcpConfig(
  row: StoredMcpServer,
  open: (sealed: string) => string | undefined,
): McpServerConfig | undefined {
  const opened = row.secrets === null ? "{}" : open(row.secrets);
  if (opened === undefined) return;
  const values = secretValues.parse(JSON.parse(opened));
  const { workspaceId, name, timeoutMs, revision, args, allowPrivate } = row;
  const transport =
    row.transport === "stdio"
      ? { kind: "stdio" as const, command: row.command ?? "", args, env: values }
      : { kind: "http" as const, url: row.url ?? "", headers: values, allowPrivate };
  return { workspaceId, name, timeoutMs, revision, transport };
}

/** What people read where servers that are programs are switched off. */
export const PROGRAMS_OFF =
  "MCP servers that are local programs are switched off here (WAYMARK_STDIO_SERVERS).";

/** What people read about a server whose secrets cannot be opened. */
export const SECRETS_UNREADABLE = "The stored secrets can no longer be decrypted. Enter them again.";

/** What waits of a tool, beside what holds of it. */
function waitingView({ name, transport, tools }: StoredMcpServer, shown: McpTool): WaitingToolView {
  const held = tools.find((tool) => tool.name === shown.name);
  const { sideEffects, idempotent } = mcpTraits({ name, transport }, shown);
  return {
    name: mcpToolName(name, shown.name),
    ownName: shown.name,
    digest: toolDefinition(shown),
    shown,
    held: held ?? null,
    parts: held ? changedParts(held, shown) : [],
    sideEffects,
    idempotent,
  };
}

const readLeftOut = (tool: StoredLeftOut): LeftOutTool =>
  "why" in tool ? { name: tool.name, reason: tool.why } : tool;

/** A stored server without its secrets, each tool with what it counts as. */
export function mcpServerView(row: StoredMcpServer & { stateAt: Date | null }): McpServerView {
  const { name, transport, command, args, url, secretNames, allowPrivate, enabled, timeoutMs } = row;
  const { state, problem, stateAt, server, leftOut, overrides } = row;
  return {
    name,
    transport,
    command,
    args,
    url,
    secretNames,
    allowPrivate,
    enabled,
    timeoutMs,
    state,
    problem,
    server,
    stateAtMs: stateAt?.getTime() ?? null,
    leftOut: leftOut.map(readLeftOut),
    waiting: row.waiting.map((tool) => waitingView(row, tool)),
    tools: row.tools.map((tool) => {
      const override = getOwn(overrides, tool.name);
      return {
        name: mcpToolName(name, tool.name),
        ownName: tool.name,
        description: tool.description,
        ...mcpTraits({ name, transport }, tool, override),
        overridden: override !== undefined,
        unchecked: uncheckedParts(tool),
      };
    }),
  };
}
