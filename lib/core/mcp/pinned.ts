import { digestOf } from "../bytes";
import { canonicalJson, type Json } from "../json";
import { isStricter } from "../ports";
import { mcpTraits } from "./tools";
import type { McpTool } from "./types";

/** What a server may change of a tool. */
const TOOL_PARTS = ["description", "inputSchema", "outputSchema", "annotations"] as const;
export type ToolPart = (typeof TOOL_PARTS)[number];

/** The tools that hold, and what the server shows of them instead or beside them until an administrator accepts it. */
export type PinnedTools = { tools: McpTool[]; waiting: McpTool[] };

/** What became of a server's list, by the server's own names; `tightened` are changes that can only forbid. */
export type ToolChanges = Record<"added" | "changed" | "tightened" | "restored" | "removed", string[]>;

/** Names a definition: what it is for, what it takes and gives, and what the server says that it changes. */
export const toolDefinition = (tool: McpTool): string => digestOf(tool as unknown as Json);

/** What of a tool differs. */
export const changedParts = (before: McpTool, after: McpTool): ToolPart[] =>
  TOOL_PARTS.filter(
    (part) => canonicalJson((before[part] ?? null) as Json) !== canonicalJson((after[part] ?? null) as Json),
  );

/**
 * Holds what a server shows against what was accepted (docs/tools.md, "Tools that change"): what is gone is gone, and
 * what can only forbid holds at once; a new tool waits, and so does every other change of one that is there, whose
 * accepted definition holds until then.
 */
export function pinTools(
  server: { name: string; transport: "stdio" | "http" },
  { tools, waiting }: PinnedTools,
  shown: readonly McpTool[],
): PinnedTools & { changes: ToolChanges } {
  const changes: ToolChanges = { added: [], changed: [], tightened: [], restored: [], removed: [] };
  const waited = new Map(waiting.map((tool) => [tool.name, toolDefinition(tool)]));
  const accepted = new Map(tools.map((tool) => [tool.name, tool]));
  const next: PinnedTools = { tools: [], waiting: [] };
  for (const tool of shown) {
    const { name } = tool;
    const before = accepted.get(name);
    const isNews = waited.get(name) !== toolDefinition(tool);
    if (!before) {
      next.waiting.push(tool);
      if (isNews) changes.added.push(name);
    } else if (changedParts(before, tool).length === 0) {
      next.tools.push(before);
      if (waited.has(name)) changes.restored.push(name);
    } else if (onlyForbids(server, before, tool)) {
      next.tools.push(tool);
      changes.tightened.push(name);
    } else {
      next.tools.push(before);
      next.waiting.push(tool);
      if (isNews) changes.changed.push(name);
    }
  }
  const names = new Set(shown.map(({ name }) => name));
  changes.removed = [...new Set([...accepted.keys(), ...waited.keys()])].filter((name) => !names.has(name));
  return { ...next, changes };
}

/** Takes what waits of one tool in the place of what held. */
export function acceptTool({ tools, waiting }: PinnedTools, accepted: McpTool): PinnedTools {
  const isOther = ({ name }: McpTool) => name !== accepted.name;
  const place = tools.findIndex(({ name }) => name === accepted.name);
  return {
    tools: place < 0 ? [...tools, accepted] : tools.with(place, accepted),
    waiting: waiting.filter(isOther),
  };
}

/** Whether all that differs are hints, and what follows from them allows nothing that was not allowed before. */
function onlyForbids(server: Parameters<typeof mcpTraits>[0], before: McpTool, after: McpTool): boolean {
  if (changedParts(before, after).some((part) => part !== "annotations")) return false;
  const [was, is] = [mcpTraits(server, before), mcpTraits(server, after)];
  return (
    !isStricter(was.sideEffects, is.sideEffects) &&
    (was.idempotent || !is.idempotent) &&
    was.tags.every((tag) => is.tags.includes(tag))
  );
}
