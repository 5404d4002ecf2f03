import { getOwn, setOwn } from "../../own";
import { passesWithoutAnswer } from "../controls/obligations";
import { wantsReasoning } from "../effects/keys";
import type { EventOf, Payload } from "../events";
import { takeInHand } from "../people-words";
import { type AttemptState, isBeside, type RunState, type TaskState } from "../state";
import { isRefusedControl, propagateEnd } from "../state/dependencies";
import { removeReady, taskOf } from "../state/ready";
import { changeOutcome } from "../state/totals";
import type { TaskStatus } from "../status";
import { noteApprovedResults } from "./approved-results";
import { passedBy, recordForgoneCheck, recordRelease } from "./controls";
import { raiseFailure } from "./failures";
import { endHold } from "./holds";
import { closeAttempt } from "./mission";
import { noteEnd } from "./refinement";

type Failure = Pick<Payload<"task_failed">, "code" | "diagnosis" | "output">;

export function applyTaskStarted(state: RunState, event: EventOf<"task_started">): void {
  const task = taskOf(state, event.payload.taskId);
  removeReady(state, task.id);
  task.status = "running";
  task.startedAt = event.at;
  setOwn(state.active, task.id, true);
  if (wantsReasoning(state, task)) state.reasoning = [...(state.reasoning ?? []), task.id];
  beginAttempt(state, task, event.payload.attempt, event.at);
}

export function applyTaskWaiting(state: RunState, event: EventOf<"task_waiting">): void {
  const task = taskOf(state, event.payload.taskId);
  task.status = "waiting";
  // At several gates it is shown at the first that is still open.
  if (task.approvalId === undefined || !getOwn(state.openApprovals, task.approvalId))
    task.approvalId = event.payload.approvalId;
  endHold(state, task);
  delete state.active[task.id];
  setOwn(state.waiting, task.id, true);
}

export function applyTaskResumed(state: RunState, event: EventOf<"task_resumed">): void {
  const task = taskOf(state, event.payload.taskId);
  task.status = "running";
  delete task.approvalId;
  delete state.waiting[task.id];
  setOwn(state.active, task.id, true);
}

export function applyTaskStep(state: RunState, event: EventOf<"task_step">): void {
  const { taskId, step, observed } = event.payload;
  const task = taskOf(state, taskId);
  const attempt = currentAttempt(task);
  attempt.steps = step;
  if (observed) {
    delete attempt.open;
    delete task.denied;
  } else attempt.open = true;
}

/** Kept beside the plan: the task is the same work, by fingerprint and version. */
export function applyTaskDetailed(state: RunState, event: EventOf<"task_detailed">): void {
  const { taskId, attempt: _attempt, ...detailed } = event.payload;
  taskOf(state, taskId).detailed = detailed;
}

export function applyTaskReasoned(state: RunState, event: EventOf<"task_reasoned">): void {
  const { taskId, ...reasoned } = event.payload;
  taskOf(state, taskId).reasoned = reasoned;
  state.reasoning = state.reasoning?.filter((id) => id !== taskId);
}

export function applyPolicies(state: RunState, event: EventOf<"policy_applied">): void {
  const { taskId, filtered } = event.payload;
  currentAttempt(taskOf(state, taskId)).filteredTools = filtered;
}

export function applyStepsSummarized(state: RunState, event: EventOf<"steps_summarized">): void {
  const { taskId, upToStep } = event.payload;
  currentAttempt(taskOf(state, taskId)).summarizedSteps = upToStep;
}

export function applyTaskSucceeded(state: RunState, event: EventOf<"task_succeeded">): void {
  const task = taskOf(state, event.payload.taskId);
  const { source } = event.payload;
  // A result that a person gives in its place is no answer at its gate.
  const approvalId = source === "gate" ? task.approvalId : undefined;
  task.result = event.payload.value;
  task.fingerprint = event.payload.fingerprint;
  delete task.diagnosis;
  delete task.failureCode;
  endTask(state, task, "succeeded", event.at);
  if (approvalId !== undefined) noteApprovedResults(state, task.spec, approvalId);
  if (task.spec.type === "human_review" && (source === "gate" || source === "person"))
    recordRelease(state, task, approvalId === undefined ? passedBy(event.actor) : { approvalId });
  if (source === "person") recordForgoneCheck(state, task, event.actor);
  propagateEnd(state, task, { reviews: true, skip: false });
  noteEnd(state, task);
}

export function applyTaskFailed(state: RunState, event: EventOf<"task_failed">): void {
  const { consequence } = event.payload;
  const task = taskOf(state, event.payload.taskId);
  recordFailure(task, event.payload);
  task.tolerated = consequence === "go_on";
  endTask(state, task, "failed", event.at);
  noteRefusal(state, task);
  propagateEnd(state, task, { reviews: true, skip: false });
  if (consequence !== "go_on") raiseFailure(state, task, consequence, event.at);
}

export function applyTaskRetried(state: RunState, event: EventOf<"task_retried">): void {
  const task = taskOf(state, event.payload.taskId);
  recordFailure(task, event.payload);
  closeAttempt(task, "failed", event.at);
  task.status = "running";
  task.notBefore = event.payload.notBefore;
  delete task.approvalId;
  delete state.waiting[task.id];
  setOwn(state.active, task.id, true);
  beginAttempt(state, task, event.payload.attempt, event.payload.notBefore);
}

export function applyTaskSkipped(state: RunState, event: EventOf<"task_skipped">): void {
  const task = taskOf(state, event.payload.taskId);
  const { code, reason, diagnosis = reason } = event.payload;
  task.diagnosis = diagnosis;
  if (diagnosis.code === "skipped_by_person") {
    task.skippedBy = event.actor;
    takeInHand(state, task.id);
  }
  if (code !== undefined) {
    recordFailure(task, { ...event.payload, code, diagnosis });
    closeAttempt(task, "failed", event.at);
  }
  recordBlockedBy(state, task);
  endTask(state, task, "skipped", event.at);
  noteRefusal(state, task);
  if (passesWithoutAnswer(reason)) recordRelease(state, task, passedBy(event.actor));
  if (reason.code === "skipped_by_person") recordForgoneCheck(state, task, event.actor);
  propagateEnd(state, task, { reviews: true, skip: false });
  noteEnd(state, task);
}

export function applyTaskBlocked(state: RunState, event: EventOf<"task_blocked">): void {
  const { diagnosis, consequence } = event.payload;
  const task = taskOf(state, event.payload.taskId);
  task.diagnosis = diagnosis;
  task.failureCode = "missing_result";
  recordBlockedBy(state, task);
  endTask(state, task, "blocked", event.at);
  noteRefusal(state, task);
  propagateEnd(state, task, { reviews: true, skip: false });
  if (consequence !== "go_on") raiseFailure(state, task, consequence, event.at);
}

function noteRefusal(state: RunState, task: TaskState): void {
  if (!isRefusedControl(state, task)) return;
  task.refusedIn = state.planVersion;
  delete state.silentLeave[task.spec.lineage];
  for (const one of state.obligations) if (one.control === task.id) one.refused = true;
}

/** Why it could never start, for the day on which that changes. */
function recordBlockedBy(state: RunState, task: TaskState): void {
  const blocked = state.blockedTasks.find((one) => one.taskId === task.id);
  if (blocked) task.blockedBy = blocked.because;
}

function recordFailure(task: TaskState, { code, diagnosis, output }: Failure): void {
  task.diagnosis = diagnosis;
  task.failureCode = code;
  Object.assign(currentAttempt(task), { code, diagnosis, ...(output && { output }) });
}

/** The attempt of a task that has started one. */
const currentAttempt = (task: TaskState): AttemptState => task.attempts.at(-1) as AttemptState;

export function beginAttempt(state: RunState, task: TaskState, attempt: number, startedAt: number): void {
  task.attempt = attempt;
  clearLeave(task);
  delete task.lateCalls;
  delete task.denied;
  delete task.paused;
  const begun: AttemptState = { attempt, startedAt, steps: 0 };
  if (state.told && task.spec.type === "task") begun.told = state.told.length - 1;
  task.attempts.push(begun);
  delete task.votes;
  state.counters.attempts += 1;
}

/** All that people said by which calls of its attempt may run: it counts for that attempt, in that run. */
export function clearLeave(task: TaskState): void {
  delete task.verdicts;
  delete task.begunBy;
  delete task.granted;
}

/** What a reviewer proposed, or several voted, when the question is no longer the same. */
export function clearProposal(task: TaskState): void {
  delete task.proposal;
  delete task.votes;
  delete task.consensus;
}

function endTask(state: RunState, task: TaskState, status: TaskStatus, at: number): void {
  if (task.status === "pending") {
    removeReady(state, task.id);
    state.blockedTasks = state.blockedTasks.filter((one) => one.taskId !== task.id);
  }
  closeAttempt(task, status === "succeeded" ? "succeeded" : status === "failed" ? "failed" : "aborted", at);
  changeOutcome(state.taskTotals, task, (ended) => {
    ended.status = status;
  });
  task.endedAt = at;
  delete task.notBefore;
  endHold(state, task);
  delete task.approvalId;
  clearTaskWork(state, task.id);
}

/** Nothing of the task is at work or waits any more; what still comes of it comes too late. */
export function clearTaskWork(state: RunState, taskId: string): void {
  delete state.active[taskId];
  delete state.waiting[taskId];
  delete state.held[taskId];
  for (const [key, effect] of Object.entries(state.inFlight)) {
    if (effect.taskId === taskId && !isBeside(effect)) delete state.inFlight[key];
  }
}
