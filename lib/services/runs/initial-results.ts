import type { Actor } from "@/lib/auth/actor";
import { invalidInput } from "@/lib/core/errors";
import type { InitialResultsInput } from "@/lib/core/inputs/create-run";
import { setOwn } from "@/lib/core/own";
import type { Plan } from "@/lib/core/plan/schema";
import { type Blob, type StoredValue, storeValue } from "@/lib/core/stored-value";
import { requireCapability } from "../verb";

type InitialResults = { results: Record<string, StoredValue>; blobs: Blob[] };

/**
 * The results as the run keeps them, large ones as blobs (docs/engine.md, "Results given in advance"). Throws
 * `forbidden` without the right to review, since nobody checks them, and `invalid_input` without a plan and for a task
 * that the plan lacks. That none stands for a decision is the run's own rule.
 */
export function checkedResults(
  actor: Actor,
  given: InitialResultsInput | undefined,
  plan: Plan | undefined,
): InitialResults | undefined {
  if (!given || Object.keys(given).length === 0) return;
  requireCapability(actor, "review");
  if (!plan) throw invalidInput("initialResults name tasks of a plan: send them together with one.");
  const tasks = new Set(plan.tasks.map(({ id }) => id));
  const results: Record<string, StoredValue> = {};
  const blobs: Blob[] = [];
  for (const [taskId, value] of Object.entries(given)) {
    if (!tasks.has(taskId)) throw invalidInput(unknownTask(plan, taskId));
    const { stored, blob } = storeValue(value);
    setOwn(results, taskId, stored);
    if (blob) blobs.push(blob);
  }
  return { results, blobs };
}

function unknownTask({ tasks }: Plan, taskId: string): string {
  const there = tasks
    .slice(0, 20)
    .map(({ id }) => id)
    .join(", ");
  const more = tasks.length > 20 ? `, and ${tasks.length - 20} more` : "";
  return `initialResults.${taskId}: “${taskId}” is not a task of the plan. Its tasks are: ${there}${more}.`;
}
