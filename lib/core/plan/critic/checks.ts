import type { Finding } from "../critic-types";
import type { Task } from "../schema";
import { isAgentTask, isReview, type PlanFacts } from "./facts";
import { createFinding } from "./finding";

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

/** An agent that can change things outside, before anybody has looked. */
export function riskyWithoutReview(facts: PlanFacts): Finding[] {
  const reviewedBefore = withReviewBefore(facts);
  return facts.tasks.flatMap((task) => {
    if (!isAgentTask(task) || reviewedBefore.has(task.id)) return [];
    const risky = facts
      .availableTools(task)
      .find(({ sideEffects }) => sideEffects === "write" || sideEffects === "external");
    if (!risky) return [];
    const message = `The agent of "${task.id}" has "${risky.name}" (${risky.sideEffects}), and no review comes before it.`;
    const recommendation = `Put a planning review or a human review before "${task.id}", or give it an agent without such tools.`;
    return createFinding("risky_without_review", "warning", { taskId: task.id }, { message, recommendation });
  });
}

function isChecked({ verification, outputSchema, llmReview }: Task): boolean {
  return (
    verification !== undefined || outputSchema !== undefined || (llmReview !== false && llmReview !== "")
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
