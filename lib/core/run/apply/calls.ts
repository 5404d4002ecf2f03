import { getOwn } from "../../own";
import type { EventOf } from "../events";
import type { ActorRef } from "../events/envelope";
import { recordActStart } from "../gates/equal-calls";
import { callKey, callOfGate, gatesOfTask } from "../gates/of-task";
import { isAboutCall, isBinding } from "../gates/table";
import type { ApprovalState, RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";
import type { GivenVerdict } from "../state/task";
import type { Touched } from "./touched";

/**
 * What was said of a call is kept for its attempt; the task is shown at the next gate at which it waits. That nothing of it was
 * sent is no word about whether it may run: what let it begin counts again.
 */
export function recordCallVerdict(
  state: RunState,
  gate: ApprovalState,
  verdict: GivenVerdict,
  by: ActorRef,
  touched: Touched,
): void {
  if (!isAboutCall(gate.kind)) return;
  const { verb } = verdict;
  const task = taskOf(state, gate.taskId as string);
  const { step, callId } = callOfGate(gate, task);
  const key = callKey(step, callId);
  const said = verdict.notBegun
    ? notBegun(task, key)
    : withEarlier(getOwn(task.verdicts, key), verdict, gate);
  task.verdicts = { ...task.verdicts, [key]: said };
  if (gate.pause && (verb === "approve" || verb === "edit")) {
    task.granted = { ...task.granted, [key]: { approvalId: gate.approvalId, verb, by } };
  }
  if (verb === "happened") recordWriteEnded(state, { taskId: task.id, step, callId });
  const next = gatesOfTask(state, task.id)[0];
  if (!next) return;
  task.approvalId = next.approvalId;
  touched.tasks.add(task.id);
}

/**
 * A call that several controls hold back is asked about one after the other: what was said before still counts, but for
 * arguments that nobody had before them then.
 */
function withEarlier(
  earlier: GivenVerdict | undefined,
  verdict: GivenVerdict,
  { obligations = [], subject }: ApprovalState,
): GivenVerdict {
  const definition = subject?.definition;
  const before = verdict.verb === "edit" ? [] : (earlier?.obligations ?? []);
  const met = [...before, ...(isBinding(verdict.verb) ? obligations : [])];
  const edit = earlier?.verb === "edit" && verdict.verb === "approve" ? earlier : undefined;
  return {
    ...verdict,
    ...edit,
    ...(earlier?.notBegun && { notBegun: true }),
    ...(typeof definition === "string" && { definition }),
    ...(met.length > 0 && { obligations: met }),
  };
}

/**
 * A verdict allows one run of a call: when its worker is lost, it is asked about again, unless nothing of it was sent. The
 * consent that its tool had asked for holds until the call has ended.
 */
export function applyToolStarted(state: RunState, event: EventOf<"tool_started">): void {
  const { taskId, step, callId, tool, simulated, call } = event.payload;
  const task = taskOf(state, taskId);
  if (call !== undefined) recordActStart(state, call, event.payload);
  if (simulated) {
    task.simulatedTools = [...new Set([...(task.simulatedTools ?? []), tool])];
    state.simulatedTools = [...new Set([...state.simulatedTools, tool])];
  }
  const key = callKey(step, callId);
  const leave = getOwn(task.verdicts, key);
  if (leave) task.begunBy = { ...task.begunBy, [key]: leave };
  else clearCallEntry(task, "begunBy", key);
  clearCallEntry(task, "verdicts", key);
  clearCallEntry(task, "paused", key);
}

export function applyToolPaused(state: RunState, event: EventOf<"tool_paused">): void {
  const { taskId, step, callId, ask } = event.payload;
  const task = taskOf(state, taskId);
  task.paused = { ...task.paused, [callKey(step, callId)]: ask };
  clearCallEntry(task, "granted", callKey(step, callId));
}

export function applyToolFinished(state: RunState, event: EventOf<"tool_finished">): void {
  const { taskId, step, callId } = event.payload;
  const task = taskOf(state, taskId);
  const key = callKey(step, callId);
  clearCallEntry(task, "paused", key);
  clearCallEntry(task, "granted", key);
  clearCallEntry(task, "begunBy", key);
}

/** Another worker that rules on the same open step denies it alike, which is recorded once. */
export function applyToolDenied(state: RunState, event: EventOf<"tool_denied">): void {
  const { taskId, step, callId } = event.payload;
  const task = taskOf(state, taskId);
  task.denied = [...(task.denied ?? []), callKey(step, callId)];
}

function clearCallEntry(
  task: TaskState,
  what: "verdicts" | "begunBy" | "paused" | "granted",
  key: string,
): void {
  delete task[what]?.[key];
}

/** The one who is about to ask about this call has no need to any more. */
export function applyLateResult(state: RunState, event: EventOf<"late_result">): void {
  const { call } = event.payload;
  const task = call && getOwn(state.tasks, call.taskId);
  if (!task || task.attempt !== call.attempt) return;
  task.lateCalls = [...(task.lateCalls ?? []), callKey(call.step, call.callId)];
  recordWriteEnded(state, call);
}

/** Nobody is asked whether it has happened: nothing of it was sent under the last lease. */
export function applyCallNotBegun(state: RunState, event: EventOf<"call_not_begun">): void {
  const { taskId, step, callId } = event.payload;
  const task = taskOf(state, taskId);
  const key = callKey(step, callId);
  task.verdicts = { ...task.verdicts, [key]: notBegun(task, key) };
}

/** The leave with which it began is unused, and counts again; leave to repeat it says nothing of the time before. */
function notBegun({ begunBy }: TaskState, key: string): GivenVerdict {
  const leave = getOwn(begunBy, key);
  if (leave?.verb === "run" && !leave.notBegun) return leave;
  return { ...(leave ?? { verb: "run" }), notBegun: true };
}

/** A replan waits for calls that change something outside (docs/engine.md, "Replans"). */
export function recordWriteStarted(state: RunState, { payload }: EventOf<"tool_started">): void {
  const { taskId, step, callId, sideEffects, definition, idempotent } = payload;
  if (sideEffects === "none" || sideEffects === "read") return;
  const task = taskOf(state, taskId);
  task.writing = {
    ...task.writing,
    [callKey(step, callId)]: {
      epoch: state.epoch,
      ...(definition !== undefined && { definition }),
      ...(idempotent && { idempotent }),
    },
  };
}

export function recordWriteEnded(
  state: RunState,
  { taskId, step, callId }: { taskId: string; step: number; callId: string },
): void {
  const task = taskOf(state, taskId);
  const { [callKey(step, callId)]: _ended, ...left } = task.writing ?? {};
  if (Object.keys(left).length > 0) task.writing = left;
  else delete task.writing;
}
