import { isJsonObject, type JsonObject } from "@/lib/core/json";
import { mcpServerOf, ownWords } from "@/lib/core/mcp";
import { SIMULATED_TAG, type ToolFacts } from "@/lib/core/ports";
import { cutText } from "@/lib/core/text";
import type { BlockRule } from "./delimit";

/** Tools as planners know them: who calls one is given its schemas, who plans needs to know what it is for. */

const DESCRIPTION_CHARS = 90;
const MAX_KEYS = 8;

/** Stands where tools are listed for those who plan. */
export const TOOLS_RULE: BlockRule = {
  of: ["tools"],
  says: '"tools": use no others. name(arguments; "?" may be left out) -> keys of what it gives [changes: write (ours), external (what others see), else none; simulated: it makes things up]: what it is for.',
};

const READS_ATTACHMENTS = "attachments";

/** `inUse`: where a plan is there already, the tools that its agents have; the others are listed by their names alone. */
type Listing = { attachments?: readonly unknown[]; inUse?: ReadonlySet<string> };

/** Tools that a plan has a use for: without attachments those that read nothing else have none. */
export const toolsToTake = (tools: readonly ToolFacts[], attachments?: readonly unknown[]): ToolFacts[] =>
  tools.filter(({ tags }) => attachments?.length !== 0 || !tags.includes(READS_ATTACHMENTS));

/**
 * One line for each tool; those of a server stand together, under whose words these are. Without attachments those that read
 * nothing else are left out.
 */
export function toolsForPlanning(
  tools: readonly ToolFacts[],
  { attachments, inUse = new Set() }: Listing = {},
): string {
  const servers = new Map<string | undefined, string[]>([[undefined, []]]);
  const others: ToolFacts[] = [];
  for (const tool of toolsToTake(tools, attachments)) {
    if (inUse.size > 0 && !inUse.has(tool.name)) {
      others.push(tool);
      continue;
    }
    const server = mcpServerOf(tool);
    push(servers, server, `${toolShape(tool)}: ${purposeOf(tool, server)}`);
  }
  const lines = [...servers].flatMap(([server, listed]) =>
    server === undefined ? listed : [`From the MCP server "${server}", in its own words:`, ...listed],
  );
  return [...lines, ...(others.length > 0 ? ["Further ones, by name alone:", toolNames(others)] : [])].join(
    "\n",
  );
}

/** The same by their names alone, as those who edit a plan choose among them; what begins like its server says so once. */
export function toolNames(tools: readonly ToolFacts[]): string {
  const names = new Map<string, Map<string, string[]>>();
  for (const tool of tools) {
    const prefix = `${mcpServerOf(tool)}__`;
    const name = onOneLine(tool.name);
    const marks = marksOf(tool);
    const of = names.get(marks) ?? new Map<string, string[]>();
    const isPrefixed = name.startsWith(prefix);
    push(of, isPrefixed ? `${prefix}: ` : "", isPrefixed ? name.slice(prefix.length) : name);
    names.set(marks, of);
  }
  return [...names]
    .map(([marks, of]) => `${marks}: ${[...of].map(([at, listed]) => at + listed.join(", ")).join("; ")}`)
    .join("\n");
}

function push<Key>(lists: Map<Key, string[]>, key: Key, line: string): void {
  lists.set(key, [...(lists.get(key) ?? []), line]);
}

/** The tools of a plan's agents, by the agents as prompts show them. */
export function toolsInUse(agents: JsonObject = {}): ReadonlySet<string> {
  const named = Object.values(agents).flatMap((one) =>
    isJsonObject(one) && Array.isArray(one.tools) ? one.tools : [],
  );
  return new Set(named.filter((name) => typeof name === "string"));
}

function marksOf({ sideEffects, tags, costHint }: ToolFacts): string {
  const marks = [
    sideEffects,
    ...(tags.includes(SIMULATED_TAG) ? [SIMULATED_TAG] : []),
    ...(costHint ? [`${costHint} US dollars a call`] : []),
  ];
  return `[${marks.join(", ")}]`;
}

function toolShape(tool: ToolFacts): string {
  const { name, inputSchema, outputSchema } = tool;
  const gives = outputSchema ? keysOf(outputSchema, false) : [];
  const shape = `${name}(${keysOf(inputSchema, true).join(", ")})${gives.length > 0 ? ` -> ${gives.join(", ")}` : ""}`;
  return `${onOneLine(shape)} ${marksOf(tool)}`;
}

function purposeOf({ description }: ToolFacts, server: string | undefined): string {
  const words = onOneLine(server === undefined ? description : ownWords(server, description));
  return cutText(firstSentence(words), DESCRIPTION_CHARS);
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
