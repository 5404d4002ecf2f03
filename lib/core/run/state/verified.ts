import { getOwn } from "../../own";
import { WORKING_TYPES } from "../../plan/words";
import type { TaskState } from "./task";

/**
 * True for a result of an attempt that was checked: an attempt succeeds only if every check passed, and what a person
 * accepted or supplied is nobody's success (docs/engine.md, "Verification").
 */
export function isVerified({ attempts }: Pick<TaskState, "attempts">): boolean {
  const { outcome, checks = [] } = attempts.at(-1) ?? {};
  return outcome === "succeeded" && checks.length > 0;
}

type PlanTasks = { order: readonly string[]; tasks: Readonly<Record<string, TaskState>> };

/** How many results of the plan have passed no check but of their own form and limits, and so would with another figure in them. */
export const countSelfChecked = ({ order, tasks }: PlanTasks): number =>
  order.filter((id) => {
    const task = getOwn(tasks, id);
    return task && WORKING_TYPES.has(task.spec.type) && isVerified(task) && isSelfChecked(task);
  }).length;

/** Where a predicate compares a result with something else. */
const BESIDE_RESULT = /data\/(?:depends|input)(?![\w-])/;

/** True where no check held a verified result to anything but itself: a schema, or a predicate that reads nothing beside it. */
export function isSelfChecked({ attempts, spec }: Pick<TaskState, "attempts" | "spec">): boolean {
  const { verification = "" } = spec;
  const { checks = [] } = attempts.at(-1) ?? {};
  return checks.every(
    ({ layer }) =>
      layer === "schema" ||
      // Of a predicate that is kept elsewhere nothing is claimed.
      (layer === "predicate" && typeof verification === "string" && !BESIDE_RESULT.test(verification)),
  );
}

/** Names of those who approved results of the plan that no check has passed. */
export const approvers = ({ order, tasks }: PlanTasks): string[] => {
  const results = order.flatMap((id) => getOwn(tasks, id) ?? []);
  return [...new Set(results.flatMap((task) => (isVerified(task) ? [] : (task.approvedBy ?? []))))];
};
