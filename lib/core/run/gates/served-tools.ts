import { isSameJson, type Json, type JsonObject } from "../../json";
import { callableTools } from "../../plan/reach";
import type { ToolFacts } from "../../ports";
import type { ToolMark } from "../events/release";
import type { Act } from "./acts";

/**
 * A tool as its server says what it does and what it takes. `reads`: agents know it, and nothing is changed by it.
 * `waits`: a change that it shows was not accepted so far: what stands here is what holds.
 */
export type ServedTool = { name: string; description: string; takes?: string; reads?: true; waits?: true };

/**
 * The tools that others serve by which work acts that is let act, and those that its agents, or those whose work flows into
 * it, know: they read the words of all of them before they choose a call (docs/tools.md, "Tools that change").
 */
export function servedTools(
  acts: readonly Pick<Act, "task" | "tools" | "agent" | "ended">[],
  known: readonly ToolFacts[],
): ServedTool[] {
  const served = known.filter(({ definition }) => definition !== undefined);
  const { changing, told } = usedBy(
    acts,
    served.map(({ name }) => name),
  );
  return served.flatMap(({ name, description, inputSchema, changedParts = [] }): ServedTool[] => {
    if (!changing.has(name) && !told.has(name)) return [];
    const tool: ServedTool = { name, description };
    if (saysMore(inputSchema)) tool.takes = JSON.stringify(inputSchema, null, 2);
    if (!changing.has(name)) tool.reads = true;
    if (changedParts.length > 0) tool.waits = true;
    return [tool];
  });
}

/**
 * Of the tools that `servedTools` says something of those that a run was bound to by another definition than is known here:
 * what is known is older, or newer, than what a digest of the run covers. What nobody noted is bound to nothing.
 */
export function boundOtherwise(
  acts: Parameters<typeof servedTools>[0],
  known: readonly Pick<ToolFacts, "name" | "definition">[],
  marks: readonly Pick<ToolMark, "name" | "definition">[],
): string[] {
  const now = new Map(known.map(({ name, definition }) => [name, definition]));
  const differing = marks.filter(
    ({ name, definition }) => definition !== undefined && definition !== now.get(name),
  );
  const names = differing.map(({ name }) => name);
  const { changing, told } = usedBy(acts, names);
  return names.filter((name) => changing.has(name) || told.has(name));
}

/** By which tools acts may still change something, and which of these names their agents know. */
function usedBy(acts: Parameters<typeof servedTools>[0], names: readonly string[]) {
  const open = acts.filter(({ ended }) => !ended);
  const changing = new Set(open.flatMap(({ tools }) => tools));
  return { changing, told: new Set(open.flatMap((act) => toldTo(act, names))) };
}

/** Programs know none. */
function toldTo({ task, agent }: Pick<Act, "task" | "agent">, names: readonly string[]): readonly string[] {
  if (task.type !== "task") return [];
  const agents = agent ? { [task.agent]: agent } : {};
  return callableTools({ agents }, { type: task.type, agent: task.agent, input: null }, names);
}

/**
 * Agents read the whole schema of a tool, with the names and words in it: anything in it has it shown as a whole, but for what
 * says no more than that the tool takes an object.
 */
const saysMore = (schema: JsonObject): boolean =>
  Object.entries(schema).some(([key, value]) => !isEmptyWord(key, value));

function isEmptyWord(key: string, value: Json): boolean {
  if (key === "type") return value === "object";
  if (key === "additionalProperties") return typeof value === "boolean";
  return key === "properties" && isSameJson(value, {});
}
