import { getOwn } from "../own";
import type { RefinementsState, RunState, TaskState } from "./state";
import { taskOf } from "./state/ready";

const NONE: ReadonlySet<string> = new Set();

/** Later tasks that an end is held against. */
const MAX_LATER = 50;

/** Pending tasks that may not start yet: people are asked about them, or the run is set to wait for the refiner. */
export function heldByRefinement({ refinements, dependents, settings }: RunState): ReadonlySet<string> {
  const { asked, offered } = refinements ?? {};
  if (offered) return new Set(offered.holds);
  if (!asked || !settings.refinement.wait) return NONE;
  return new Set(asked.about.flatMap((id) => getOwn(dependents, id) ?? []));
}

/** Tasks that have not begun and wait for this one, the nearest first, also by way of others. */
export function pendingAfter({ dependents, tasks }: RunState, id: string): TaskState[] {
  const seen = new Set([id]);
  const found: TaskState[] = [];
  for (const one of seen) {
    for (const next of getOwn(dependents, one) ?? []) {
      const task = getOwn(tasks, next);
      if (seen.has(next) || task?.status !== "pending") continue;
      seen.add(next);
      if (found.push(task) === MAX_LATER) return found;
    }
  }
  return found;
}

/** The ended tasks that the next question is about; each still stands as it ended. */
export function endedSinceLast(state: RunState): string[] {
  const inPlan = (id: string) => state.order[taskOf(state, id).order] === id;
  return (state.refinements?.ended ?? []).filter((id) => inPlan(id) && hasGivenWay(state, id));
}

/** Has the task ended so that what comes after it may begin? */
export function hasGivenWay(state: RunState, taskId: string): boolean {
  const { status } = taskOf(state, taskId);
  return status === "succeeded" || status === "skipped";
}

/** How many tasks have not begun. */
export const pendingCount = ({ taskTotals, active, waiting }: RunState): number =>
  taskTotals.open - Object.keys(active).length - Object.keys(waiting).length;

/** True where a review alone comes next, or is at work, which looks at the whole plan itself. */
export function isReviewNext(state: RunState): boolean {
  const { active, waiting, dependents, ready } = state;
  const isPending = (id: string) => taskOf(state, id).status === "pending";
  const isReview = (id: string) => taskOf(state, id).spec.type === "planning_review";
  const atWork = [...Object.keys(active), ...Object.keys(waiting)];
  const behind = atWork
    .filter((id) => !isReview(id))
    .flatMap((id) => getOwn(dependents, id) ?? [])
    .filter((id) => isPending(id) && !taskOf(state, id).spec.dependsOn.some(isPending));
  const next = [...ready, ...atWork.filter(isReview), ...behind];
  return next.length > 0 && next.every(isReview);
}

/** Where a run has begun to ask, what it knows of it. */
export function refinementsOf(state: RunState): RefinementsState {
  state.refinements ??= { ended: [], entries: [] };
  return state.refinements;
}
