import { isJsonObject, type JsonObject } from "@/lib/core/json";
import { mcpServerOf, ownWords } from "@/lib/core/mcp";
import { SIMULATED_TAG, type ToolFacts } from "@/lib/core/ports";
import { cutText } from "@/lib/core/text";
import type { BlockRule } from "./delimit";

/** Tools as planners know them: who calls one is given its schemas, who plans needs to know what it is for. */

const DESCRIPTION_CHARS = 120;
const MAX_KEYS = 8;

/** Stands where tools are listed for those who plan. */
export const TOOLS_RULE: BlockRule = {
  of: ["tools"],
  says: '"tools": use no others. name(arguments; "?" may be left out) -> keys of what it gives [what it changes: write (something of ours), external (something others see); read or none otherwise]: what it is for.',
};

/** One line for each tool; those of a server stand together, under whose words these are. */
export function toolsForPlanning(tools: readonly ToolFacts[]): string {
  const servers = new Map<string | undefined, string[]>([[undefined, []]]);
  for (const tool of tools) {
    const server = mcpServerOf(tool);
    const lines = servers.get(server) ?? [];
    lines.push(toolLine(tool, server));
    servers.set(server, lines);
  }
  return [...servers]
    .flatMap(([server, lines]) =>
      server === undefined ? lines : [`From the MCP server "${server}", in its own words:`, ...lines],
    )
    .join("\n");
}

function toolLine(tool: ToolFacts, server: string | undefined): string {
  const { name, description, sideEffects, tags, inputSchema, outputSchema, costHint } = tool;
  const marks = [
    sideEffects,
    ...(tags.includes(SIMULATED_TAG) ? [SIMULATED_TAG] : []),
    ...(costHint === undefined ? [] : [`${costHint} US dollars a call`]),
  ];
  const gives = outputSchema ? keysOf(outputSchema, false) : [];
  const shape = `${name}(${keysOf(inputSchema, true).join(", ")})${gives.length > 0 ? ` -> ${gives.join(", ")}` : ""}`;
  const words = onOneLine(server === undefined ? description : ownWords(server, description));
  return `${onOneLine(shape)} [${marks.join(", ")}]: ${cutText(firstSentence(words), DESCRIPTION_CHARS)}`;
}

/** Each tool is one line, whatever others write into its names and words. */
const onOneLine = (text: string): string => text.replace(/\s+/g, " ");

const firstSentence = (text: string): string => /^.*?[.!?](?=\s)/.exec(text)?.[0] ?? text;

/** The names in a schema of an object, with a sign at those that may be left out, or without these. */
function keysOf({ properties, required }: JsonObject, withOptional: boolean): string[] {
  if (!isJsonObject(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.keys(properties)
    .filter((key) => withOptional || needed.includes(key))
    .map((key) => (needed.includes(key) ? key : `${key}?`))
    .slice(0, MAX_KEYS);
}
