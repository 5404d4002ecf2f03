import { toolsNamedIn } from "../lisp";
import { getOwn, setOwn } from "../own";
import type { SideEffects } from "../ports";
import { declaredAgent } from "./agents";
import type { Plan, Task } from "./schema";

/** What a plan's tasks may change outside: the names of tools by task id. A task that may change nothing is left out. */
export type PlanReach = Record<string, string[]>;

/** Stands for every tool, where it is not known which ones a task may call. */
export const ANY_TOOL = "*";

type KnownTool = { name: string; sideEffects: SideEffects };

/**
 * The tools by which each task may change something outside (docs/engine.md, "Controls"): those of its agent, all of them
 * for the supervisor, those that its program names for a direct task, of one that cannot be read any. A tool that is not known
 * counts as changing.
 */
export function reachOf(plan: Plan, tools: readonly KnownTool[]): PlanReach {
  const harmless = new Set(tools.filter(isHarmless).map(({ name }) => name));
  const changing = tools.filter((tool) => !isHarmless(tool)).map(({ name }) => name);
  const reach: PlanReach = {};
  for (const task of plan.tasks) {
    const callable = callableTools(plan, task, changing).filter((name) => !harmless.has(name));
    if (callable.length > 0) setOwn(reach, task.id, [...new Set(callable)].sort());
  }
  return reach;
}

const isHarmless = ({ sideEffects }: KnownTool) => sideEffects === "none" || sideEffects === "read";

/** The tools by which a task may change something outside; any tool where nobody knows what it may call. */
export function reachIn(reach: PlanReach | undefined, { id, type }: Pick<Task, "id" | "type">): string[] {
  if (reach) return getOwn(reach, id) ?? [];
  return type === "task" || type === "direct" ? [ANY_TOOL] : [];
}

/** The tools that a task may call, of the supervisor those in `changing`. */
export function callableTools(
  plan: { agents: Record<string, { tools: string[] }> },
  { type, agent, input }: Pick<Task, "type" | "agent"> & { input: unknown },
  changing: readonly string[],
): readonly string[] {
  if (type === "direct") return (typeof input === "string" && toolsNamedIn(input)) || [ANY_TOOL];
  if (type !== "task") return [];
  const declared = declaredAgent(plan, agent);
  if (declared) return declared.tools;
  return agent === "supervisor" ? changing : [];
}
