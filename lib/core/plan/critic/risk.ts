import { predicateOf } from "../defaults";
import type { Task } from "../schema";
import { textsIn } from "../texts-in";
import { isAgentTask, isReview, type PlanFacts } from "./facts";
import { createFinding } from "./finding";
import type { Finding } from "./types";

const FLAKY_WORDS = /\b(?:search|fetch|api|web|http|request|query|external|scrape|download)\b/i;

/** The ids in placeholders are names, not work. */
const PLACEHOLDERS = /\{\{[^{}]*\}\}/g;

/** Tools that reach over a network carry this tag. */
const NETWORK_TAG = "network";

/** Rules about work that nobody looks at. */

/** Critical work that others build on, without any check of its result. */
export function unverifiedCritical(facts: PlanFacts): Finding[] {
  const reviewedLater = withReviewAfter(facts);
  return facts.tasks
    .filter(
      (task) =>
        isAgentTask(task) &&
        task.critical &&
        facts.dependents.has(task.id) &&
        !isChecked(task) &&
        !reviewedLater.has(task.id),
    )
    .map(({ id }) => {
      const message = `Other tasks build on "${id}", and nothing checks its result.`;
      const recommendation = `Give "${id}" an output schema or a verification, or put a review after it.`;
      return createFinding("unverified_critical", "info", { taskId: id }, { message, recommendation });
    });
}

/** Work that can change things outside and that the plan sets free by itself, before anybody has looked. */
export function riskyWithoutReview(facts: PlanFacts): Finding[] {
  const reviewedBefore = withReviewBefore(facts);
  return facts.setFree().flatMap(({ task, tools }) => {
    const { id, type } = task;
    if (tools.length === 0 || reviewedBefore.has(id)) return [];
    const severity = type === "task" && facts.hasAllTools(task) ? "info" : "warning";
    const who = type === "direct" ? `The program "${id}" calls` : `The agent of "${id}" has`;
    const named = tools.map((tool) => `"${tool}"${effectOf(facts, tool)}`).sort(byGravity);
    const message = `${who} ${named.join(", ")}, and no review comes before it.`;
    const recommendation = `Put a planning review or a human review before "${id}", or do it without such tools.`;
    return createFinding("risky_without_review", severity, { taskId: id }, { message, recommendation });
  });
}

/** What others see stands before what changes something of ours. */
const byGravity = (a: string, b: string): number =>
  Number(b.endsWith("(external)")) - Number(a.endsWith("(external)"));

function effectOf({ tools }: PlanFacts, name: string): string {
  const effect = tools.find((tool) => tool.name === name)?.sideEffects;
  return effect === undefined ? "" : ` (${effect})`;
}

function isChecked(task: Task): boolean {
  const { outputSchema, llmReview } = task;
  return (
    predicateOf(task) !== undefined || outputSchema !== undefined || (llmReview !== false && llmReview !== "")
  );
}

/** Ids of the tasks with a review among their ancestors. */
function withReviewBefore({ order, byId }: PlanFacts): Set<string> {
  const found = new Set<string>();
  for (const { id, dependsOn } of order) {
    const isBehind = (before: string): boolean => {
      const task = byId.get(before);
      return found.has(before) || (task !== undefined && isReview(task));
    };
    if (dependsOn.some(isBehind)) found.add(id);
  }
  return found;
}

/** Ids of the tasks with a review among their descendants. */
function withReviewAfter({ order, dependents }: PlanFacts): Set<string> {
  const found = new Set<string>();
  for (const { id } of [...order].reverse()) {
    const after = dependents.get(id) ?? [];
    if (after.some((task) => isReview(task) || found.has(task.id))) found.add(id);
  }
  return found;
}

/** Work that fails now and then, in a place where one failure ends the run. The supervisor's tools say nothing here. */
export function optimismBias({ tasks, declaredTools }: PlanFacts): Finding[] {
  return tasks.flatMap((task) => {
    if (!isAgentTask(task) || !task.critical || task.onFailure !== "stop") return [];
    const tools = declaredTools(task);
    // What others see is not done once more because it failed: nobody knows whether it happened.
    if (tools.some(({ sideEffects }) => sideEffects === "external")) return [];
    const tool = tools.find(({ tags = [] }) => tags.includes(NETWORK_TAG));
    const word = FLAKY_WORDS.exec(wordingOf(task))?.[0];
    const sign = tool ? `has the network tool "${tool.name}"` : word && `speaks of "${word}"`;
    if (sign === undefined) return [];
    const message = `"${task.id}" ${sign}, which fails now and then; it is critical and stops the run on failure.`;
    const recommendation = `Set onFailure of "${task.id}" to retry or replan, or make it uncritical and let what follows cope without it.`;
    return createFinding("optimism_bias", "warning", { taskId: task.id }, { message, recommendation });
  });
}

function wordingOf({ title, input, details }: Task): string {
  const texts = [title, ...details, ...textsIn(input).map(({ text }) => text)];
  return texts.join("\n").replace(PLACEHOLDERS, " ");
}
