import type { EventOf } from "../events";
import { taskOf } from "../ready";
import type { ApprovalState, RunState } from "../state";
import { callKey, callOfGate, gatesOfTask, isAboutCall } from "../task-gates";
import { noteWriteEnded } from "./writing";

/** What was said of a call is kept for its attempt; the task is shown at the next gate at which it waits. */
export function noteVerdict(state: RunState, gate: ApprovalState, event: EventOf<"approval_decided">): void {
  if (!isAboutCall(gate.kind)) return;
  const { verb, comment, value } = event.payload;
  const task = taskOf(state, gate.taskId as string);
  const { step, callId } = callOfGate(gate, task);
  const verdict = { verb, ...(comment !== undefined && { comment }), ...(value && { value }) };
  task.verdicts = { ...task.verdicts, [callKey(step, callId)]: verdict };
  if (verb === "happened") noteWriteEnded(state, { taskId: task.id, step, callId });
  const next = gatesOfTask(state, task.id)[0];
  if (next) task.approvalId = next.approvalId;
}

/** A verdict allows one run of a call: when its worker is lost, it is asked about anew. */
export function applyToolStarted(state: RunState, event: EventOf<"tool_started">): void {
  const { taskId, step, callId } = event.payload;
  delete taskOf(state, taskId).verdicts?.[callKey(step, callId)];
}

/** Whoever is about to ask about this call has no need to any more. */
export function applyLateResult(state: RunState, event: EventOf<"late_result">): void {
  const { call } = event.payload;
  const task = call && state.tasks[call.taskId];
  if (!task || task.attempt !== call.attempt) return;
  task.lateCalls = [...(task.lateCalls ?? []), callKey(call.step, call.callId)];
  noteWriteEnded(state, call);
}
