import { digestOfText } from "../bytes";
import type { SideEffects } from "../ports";
import type { McpOverride, McpTool } from "./types";

export type McpTraits = { sideEffects: SideEffects; idempotent: boolean; tags: string[] };

/** What every provider takes as the name of a tool. */
const MAX_TOOL_CHARS = 64;
const SUFFIX_CHARS = 6;

/** Without an underscore, so that the first two of them end it. */
export const SERVER_NAME = /^[a-z][a-z0-9-]{0,23}$/;

/**
 * The name under which a server's tool is known: `server__tool`. One that had to be changed ends in a piece of its digest.
 * Which tools of a server have their names says `mcpToolNames`.
 */
export function mcpToolName(server: string, tool: string): string {
  const plain = tool.replace(/[^a-zA-Z0-9_-]/g, "_");
  const whole = `${server}__${plain}`;
  if (plain === tool && tool !== "" && whole.length <= MAX_TOOL_CHARS) return whole;
  const digest = digestOfText(tool).slice(0, SUFFIX_CHARS);
  return `${whole.slice(0, MAX_TOOL_CHARS - SUFFIX_CHARS - 1)}_${digest}`;
}

/**
 * The names of a server's tools with us, by the server's own, whatever their order: of tools that would share one none has
 * it, so that two tools never become one.
 */
export function mcpToolNames(server: string, tools: readonly Pick<McpTool, "name">[]): Map<string, string> {
  const own = [...new Set(tools.map(({ name }) => name))];
  const named = own.map((name) => [name, mcpToolName(server, name)] as const);
  const users = Map.groupBy(named, ([, name]) => name);
  return new Map(named.filter(([, name]) => users.get(name)?.length === 1));
}

const TAG = "mcp:";

/** The server of a tool; undefined for one of ours. */
export const mcpServerOf = ({ tags }: { tags: readonly string[] }): string | undefined =>
  tags.find((tag) => tag.startsWith(TAG))?.slice(TAG.length);

const wordsOf = (server: string): string => `From the MCP server "${server}", in its own words: `;

/** What a tool's description says to who sees it alone: whose words these are, and the words. */
export const mcpDescription = (server: string, words: string): string =>
  `${wordsOf(server)}${words || "(none)"}`;

/** The words of the server in such a description. */
export function ownWords(server: string, description: string): string {
  const before = wordsOf(server);
  return description.startsWith(before) ? description.slice(before.length) : description;
}

/** The tool that a name means: the one of that name, or the only one that a server has under it; undefined where that is open. */
export function toolNamed(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return name;
  const [only, another] = name === "" ? [] : known.filter((one) => one.endsWith(`__${name}`));
  return another === undefined ? only : undefined;
}

/**
 * A sentence on a tool that is not there although its name is one of an MCP server's, after a space; empty for other
 * names.
 */
export function absentMcpTool(name: string, known: readonly string[]): string {
  const [, server] = /^([a-z][a-z0-9-]*)__/.exec(name) ?? [];
  if (server === undefined) return "";
  return known.some((one) => one.startsWith(`${server}__`))
    ? ` The MCP server "${server}" has no such tool.`
    : ` No MCP server "${server}" is in use: it is not set up, is switched off, or was never reached.`;
}

/**
 * What a server's tool counts as. A hint that is missing counts against the tool: it changes something others see, may
 * not run twice, and reaches over a network (docs/tools.md, "MCP"; the protocol's `ToolAnnotations`).
 */
export function mcpTraits(
  server: { name: string; transport: "stdio" | "http" },
  { annotations }: Pick<McpTool, "annotations">,
  override?: McpOverride,
): McpTraits {
  const isNetwork = server.transport === "http" || annotations.openWorld !== false;
  const tags = ["mcp", `${TAG}${server.name}`, ...(isNetwork ? ["network"] : [])];
  if (override) return { ...override, tags };
  if (annotations.readOnly === true) return { sideEffects: "read", idempotent: true, tags };
  return { sideEffects: "external", idempotent: annotations.idempotent === true, tags };
}
