import type { EventOf } from "../events";
import { taskOf } from "../ready";
import type { RunState } from "../state";
import { callKey } from "../task-gates";

/** A replan waits for calls that change something outside (docs/engine.md, "Replans"). */
export function recordWriteStarted(state: RunState, { payload }: EventOf<"tool_started">): void {
  const { taskId, step, callId, sideEffects } = payload;
  if (sideEffects === "none" || sideEffects === "read") return;
  const task = taskOf(state, taskId);
  const key = callKey(step, callId);
  task.writing = [...(task.writing ?? []).filter((one) => one !== key), key];
}

export function recordWriteEnded(
  state: RunState,
  { taskId, step, callId }: { taskId: string; step: number; callId: string },
): void {
  const task = taskOf(state, taskId);
  const left = (task.writing ?? []).filter((one) => one !== callKey(step, callId));
  if (left.length > 0) task.writing = left;
  else delete task.writing;
}
