import { setOwn } from "../../own";
import type { EventOf } from "../events";
import type { RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";

/** While somebody decides, the moment at which their claim lapses stands in the place of the countdown's end. */
export function applyHoldClaimed(state: RunState, { payload, at }: EventOf<"hold_claimed">): void {
  const { taskId, by, until, remainingMs } = payload;
  const task = taskOf(state, taskId);
  task.claim = { by, since: task.claim?.since ?? at, at, until, remainingMs };
  hold(state, task, until);
}

export function applyHoldReleased(state: RunState, { payload, at }: EventOf<"hold_released">): void {
  const task = taskOf(state, payload.taskId);
  const { since, until } = task.claim as NonNullable<TaskState["claim"]>;
  task.claimedMs = (task.claimedMs ?? 0) + Math.min(at, until) - since;
  task.heldFrom = at;
  delete task.claim;
  hold(state, task, payload.heldUntil);
}

/** What stood still until the plan was let run is held for its whole time; a claim has kept what was left of it. */
export function holdAgain(state: RunState, at: number): void {
  for (const id of Object.keys(state.held)) {
    const task = taskOf(state, id);
    if (task.claim) continue;
    task.heldFrom = at;
    hold(state, task, at + state.settings.reviewHoldMs);
  }
}

export function hold(state: RunState, task: TaskState, until: number): void {
  task.heldUntil = until;
  setOwn(state.held, task.id, until);
}

/** The proposal is decided, or waits at a gate. */
export function endHold(state: RunState, task: TaskState): void {
  delete state.held[task.id];
  delete task.heldUntil;
  delete task.heldFrom;
  delete task.claim;
  delete task.claimedMs;
}
