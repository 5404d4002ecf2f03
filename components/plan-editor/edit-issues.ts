import { getOwn } from "@/lib/core/own";
import "@/lib/client/no-eval";
import { readPlan } from "@/lib/core/plan/read/plan";
import { settledWords } from "@/lib/core/plan/read/report";
import { type Issue, type Plan, UNTITLED } from "@/lib/core/plan/schema";
import { validatePlan } from "@/lib/core/plan/validate/plan";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { type OwnReview, withReviews } from "@/lib/core/templates/reviews";

/** A text as the rest of a plan, its reviews completed from those that the plan and the workspace have. */
export const readRest = (text: string, reviews: readonly OwnReview[], before: Plan) =>
  withReviews(readPlan(text, { settled: settledWords(before) }), reviews, { inForce: before });

/** What the page knows that a text may name: names of tools, reviews of the workspace, and the plan as it was begun with. */
type KnownToText = { tools: readonly string[]; reviews: readonly OwnReview[]; before: Plan };

/**
 * What is wrong with a text as the rest of this run's plan, as far as the page can tell; the server looks again, with
 * what has ended in place.
 */
export function editIssues(text: string, state: RunState, { tools, reviews, before }: KnownToText): Issue[] {
  if (text.trim() === "") return [];
  const { plan, errors } = readRest(text, reviews, before);
  if (!plan) return errors;
  const ended = state.order.filter((id) => isTerminalTask(getOwn(state.tasks, id)?.status ?? "pending"));
  const agents = {
    ...Object.fromEntries(Object.keys(state.agents).map((name) => [name, KNOWN_AGENT])),
    ...plan.agents,
  };
  const found = validatePlan(
    { ...plan, agents },
    { tools: tools.map((name) => ({ name })), knownIds: ended },
  );
  return [...errors, ...headIssues(plan, before), ...found.filter(({ severity }) => severity === "error")];
}

/** Edits are about tasks and agents: what else a text changes would be lost. */
function headIssues({ title, objective }: Plan, before: Plan): Issue[] {
  const isSame = (said: string | undefined, was: string | undefined, unsaid?: string) =>
    said === was || said === unsaid;
  if (isSame(title, before.title, UNTITLED) && isSame(objective, before.objective)) return [];
  const message = "The plan’s title and objective cannot be changed here: leave them as they were.";
  return [{ severity: "error", code: "unsupported", message }];
}

/** Stands for an agent of the plan in force, which the text may use without describing it again. */
const KNOWN_AGENT = { prompt: "", tools: [] };
