import "@/lib/client/no-eval";
import { readPlan } from "@/lib/core/plan/read/plan";
import type { Issue } from "@/lib/core/plan/schema";
import { validatePlan } from "@/lib/core/plan/validate/plan";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";

/**
 * What is wrong with a text as the rest of this run's plan, as far as the page can tell; the server looks again, with
 * what has ended in place. `tools` are the names of those that there are.
 */
export function editIssues(text: string, state: RunState, tools: readonly string[]): Issue[] {
  if (text.trim() === "") return [];
  const { plan, errors } = readPlan(text);
  if (!plan) return errors;
  const ended = state.order.filter((id) => isTerminalTask(state.tasks[id]?.status ?? "pending"));
  const agents = {
    ...Object.fromEntries(Object.keys(state.agents).map((name) => [name, KNOWN_AGENT])),
    ...plan.agents,
  };
  const found = validatePlan(
    { ...plan, agents },
    { tools: tools.map((name) => ({ name })), knownIds: ended },
  );
  return [...errors, ...found.filter(({ severity }) => severity === "error")];
}

/** Stands for an agent of the plan in force, which the text may use without describing it again. */
const KNOWN_AGENT = { prompt: "", tools: [] };
