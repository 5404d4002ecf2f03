import type { EventOf, Payload } from "../events";
import type { ReplanCause } from "../events/reviews";
import type { FailureCode } from "../events/tasks";
import { removeReady, taskOf } from "../ready";
import { passOn } from "../satisfy";
import type { AttemptState, RunState, TaskState } from "../state";
import type { TaskStatus } from "../status";
import { closeAttempt } from "./mission";

const TRIGGER_OF: Partial<Record<FailureCode, ReplanCause["trigger"]>> = {
  schema_mismatch: "verification",
  check_failed: "verification",
  verification_error: "verification",
  insufficient_data: "quality_gate",
  changes_requested: "person",
};

type Failure = Pick<Payload<"task_failed">, "code" | "diagnosis" | "output">;

export function applyTaskStarted(state: RunState, event: EventOf<"task_started">): void {
  const task = taskOf(state, event.payload.taskId);
  removeReady(state, task.id);
  task.status = "running";
  task.startedAt = event.at;
  state.active[task.id] = true;
  beginAttempt(state, task, event.payload.attempt, event.at);
}

export function applyTaskWaiting(state: RunState, event: EventOf<"task_waiting">): void {
  const task = taskOf(state, event.payload.taskId);
  task.status = "waiting";
  task.approvalId = event.payload.approvalId;
  delete state.active[task.id];
  state.waiting[task.id] = true;
}

export function applyTaskResumed(state: RunState, event: EventOf<"task_resumed">): void {
  const { taskId, callId, verb } = event.payload;
  const task = taskOf(state, taskId);
  task.status = "running";
  delete task.approvalId;
  delete state.waiting[task.id];
  state.active[task.id] = true;
  task.verdicts = { ...task.verdicts, [callId]: verb };
}

export function applyTaskStep(state: RunState, event: EventOf<"task_step">): void {
  currentAttempt(taskOf(state, event.payload.taskId)).steps = event.payload.step;
}

export function applyTaskSucceeded(state: RunState, event: EventOf<"task_succeeded">): void {
  const task = taskOf(state, event.payload.taskId);
  task.result = event.payload.value;
  task.fingerprint = event.payload.fingerprint;
  delete task.diagnosis;
  delete task.failureCode;
  endTask(state, task, "succeeded", event.at);
  passOn(state, task, { reviews: true, skip: false });
}

export function applyTaskFailed(state: RunState, event: EventOf<"task_failed">): void {
  const { consequence, diagnosis, output, code } = event.payload;
  const task = taskOf(state, event.payload.taskId);
  noteFailure(task, event.payload);
  task.tolerated = consequence === "go_on";
  endTask(state, task, "failed", event.at);
  passOn(state, task, { reviews: true, skip: false });
  if (consequence === "halt") halt(state, task, event.at);
  if (consequence !== "replan") return;
  state.replanWanted = {
    trigger: TRIGGER_OF[code] ?? "task_failed",
    reason: diagnosis,
    taskId: task.id,
    lineage: task.spec.lineage,
    diagnosis,
    ...(output && { output }),
  };
}

export function applyTaskRetried(state: RunState, event: EventOf<"task_retried">): void {
  const task = taskOf(state, event.payload.taskId);
  noteFailure(task, event.payload);
  closeAttempt(task, "failed", event.at);
  task.status = "running";
  task.notBefore = event.payload.notBefore;
  delete task.approvalId;
  delete task.verdicts;
  delete state.waiting[task.id];
  state.active[task.id] = true;
  beginAttempt(state, task, event.payload.attempt, event.payload.notBefore);
}

export function applyTaskSkipped(state: RunState, event: EventOf<"task_skipped">): void {
  const task = taskOf(state, event.payload.taskId);
  const { code, reason, diagnosis = reason } = event.payload;
  task.diagnosis = diagnosis;
  if (code !== undefined) {
    noteFailure(task, { ...event.payload, code, diagnosis });
    closeAttempt(task, "failed", event.at);
  }
  state.doomed = state.doomed.filter((one) => one.taskId !== task.id);
  endTask(state, task, "skipped", event.at);
  passOn(state, task, { reviews: true, skip: false });
}

export function applyTaskBlocked(state: RunState, event: EventOf<"task_blocked">): void {
  const { diagnosis, consequence } = event.payload;
  const task = taskOf(state, event.payload.taskId);
  task.diagnosis = diagnosis;
  task.failureCode = "missing_result";
  state.doomed = state.doomed.filter((one) => one.taskId !== task.id);
  endTask(state, task, "blocked", event.at);
  passOn(state, task, { reviews: true, skip: false });
  if (consequence === "halt") halt(state, task, event.at);
  if (consequence !== "replan") return;
  const { id: taskId, spec } = task;
  state.replanWanted = {
    trigger: "task_failed",
    reason: diagnosis,
    taskId,
    lineage: spec.lineage,
    diagnosis,
  };
}

/** Starts nothing new; a pending planning review right after the failed task may govern what follows. */
function halt(state: RunState, task: TaskState, at: number): void {
  if (state.halt) return;
  const review = (state.dependents[task.id] ?? [])
    .map((id) => taskOf(state, id))
    .filter((one) => one.spec.type === "planning_review" && one.status === "pending")
    .sort((a, b) => a.order - b.order)[0];
  state.halt = {
    taskId: task.id,
    at,
    diagnosis: task.diagnosis as string,
    ...(review && { review: review.id }),
  };
}

function noteFailure(task: TaskState, { code, diagnosis, output }: Failure): void {
  task.diagnosis = diagnosis;
  task.failureCode = code;
  Object.assign(currentAttempt(task), { code, diagnosis, ...(output && { output }) });
}

/** The attempt of a task that has started one. */
const currentAttempt = (task: TaskState): AttemptState => task.attempts.at(-1) as AttemptState;

function beginAttempt(state: RunState, task: TaskState, attempt: number, startedAt: number): void {
  task.attempt = attempt;
  task.attempts.push({ attempt, startedAt, steps: 0 } satisfies AttemptState);
  state.counters.attempts += 1;
}

export function endTask(state: RunState, task: TaskState, status: TaskStatus, at: number): void {
  if (task.status === "pending") removeReady(state, task.id);
  closeAttempt(task, status === "succeeded" ? "succeeded" : status === "failed" ? "failed" : "aborted", at);
  task.status = status;
  task.endedAt = at;
  delete task.notBefore;
  delete task.heldUntil;
  delete task.approvalId;
  delete state.active[task.id];
  delete state.waiting[task.id];
  delete state.held[task.id];
  state.openTasks -= 1;
}
