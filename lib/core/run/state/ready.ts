import { getOwn } from "../../own";
import type { ApprovalState, RunState, TaskState } from ".";

/** True when `a` should start before `b`: longest remaining path first, then the plan's order. */
function startsBefore(state: RunState, a: string, b: string): boolean {
  const [pathA, pathB] = [getOwn(state.remainingPath, a) as number, getOwn(state.remainingPath, b) as number];
  if (pathA !== pathB) return pathA > pathB;
  return orderOf(state, a) < orderOf(state, b);
}

const orderOf = (state: RunState, id: string): number => taskOf(state, id).order;

/** The task with this id; every id in the indexes has one. */
export function taskOf(state: RunState, id: string): TaskState {
  return getOwn(state.tasks, id) as TaskState;
}

/** The task that somebody names; a name such as `constructor` is one only where the plan has it. */
export const namedTask = ({ tasks }: Pick<RunState, "tasks">, id: string): TaskState | undefined =>
  getOwn(tasks, id);

/** The same of an approval. */
export const namedApproval = (
  { approvals }: Pick<RunState, "approvals">,
  id: string,
): ApprovalState | undefined => getOwn(approvals, id);

/** Puts a task into the ready queue at its place. */
export function insertReady(state: RunState, id: string): void {
  let low = 0;
  let high = state.ready.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startsBefore(state, state.ready[middle] as string, id)) low = middle + 1;
    else high = middle;
  }
  state.ready.splice(low, 0, id);
}

export function removeReady(state: RunState, id: string): void {
  const at = state.ready.indexOf(id);
  if (at >= 0) state.ready.splice(at, 1);
}
