import type { Actor } from "@/lib/auth/actor";
import { invalidInput } from "@/lib/core/errors";
import type { InitialResultsInput } from "@/lib/core/inputs/create-run";
import type { Plan, Task } from "@/lib/core/plan/schema";
import type { RunSettings } from "@/lib/core/run/settings";
import { type Blob, type StoredValue, storeValue } from "@/lib/core/stored-value";
import { requireCapability } from "../verb";

export type InitialResults = { results: Record<string, StoredValue>; blobs: Blob[] };

/**
 * The results as the run keeps them, large ones as blobs (docs/engine.md, "Results given in advance"). Throws
 * `forbidden` without the right to review, since nobody checks them, and `invalid_input` without a plan, for a task that the
 * plan lacks, for a review, and for a human gate that only certain people may answer.
 */
export function checkedResults(
  actor: Actor,
  given: InitialResultsInput | undefined,
  plan: Plan | undefined,
  settings: Pick<RunSettings, "fourEyes">,
): InitialResults | undefined {
  if (!given || Object.keys(given).length === 0) return;
  requireCapability(actor, "review");
  if (!plan) throw invalidInput("initialResults name tasks of a plan: send them together with one.");
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  const results: Record<string, StoredValue> = {};
  const blobs: Blob[] = [];
  for (const [taskId, value] of Object.entries(given)) {
    const task = tasks.get(taskId);
    if (!task) throw invalidInput(unknownTask(plan, taskId));
    refuseDecisions(task, settings);
    const { stored, blob } = storeValue(value);
    results[taskId] = stored;
    if (blob) blobs.push(blob);
  }
  return { results, blobs };
}

function refuseDecisions({ id, type, gate }: Task, { fourEyes }: Pick<RunSettings, "fourEyes">): void {
  if (type === "planning_review") {
    throw invalidInput(`initialResults.${id}: “${id}” is a review. Give its decision in reviews instead.`);
  }
  if (type !== "human_review" || !gate) return;
  const isRestricted = gate.assignees.length > 0 || gate.quorum > 1 || (gate.fourEyes ?? fourEyes);
  if (!isRestricted) return;
  throw invalidInput(
    `initialResults.${id}: only certain people may answer “${id}”: their answer cannot be given here.`,
  );
}

function unknownTask({ tasks }: Plan, taskId: string): string {
  const there = tasks
    .slice(0, 20)
    .map(({ id }) => id)
    .join(", ");
  const more = tasks.length > 20 ? `, and ${tasks.length - 20} more` : "";
  return `initialResults.${taskId}: “${taskId}” is not a task of the plan. Its tasks are: ${there}${more}.`;
}
