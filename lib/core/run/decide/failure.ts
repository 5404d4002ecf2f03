import type { StoredValue } from "../../stored-value";
import { type DraftEvent, draft } from "../events";
import type { FAILURE_CONSEQUENCES, FailureCode } from "../events/tasks";
import type { RunState, TaskState } from "../state";

type Failure = { code: FailureCode; diagnosis: string; output?: StoredValue; verification: boolean };
type Consequence = (typeof FAILURE_CONSEQUENCES)[number];

const DIAGNOSIS_CHARS = 1_000;

/** What follows from an attempt without a result: the table of docs/engine.md, "Task outcomes". */
export function failAttempt(
  state: RunState,
  task: TaskState,
  failure: Failure,
  at: number,
  key?: string,
): DraftEvent[] {
  const policy = failure.verification ? task.spec.onVerificationFailure : task.spec.onFailure;
  const facts = {
    taskId: task.id,
    code: failure.code,
    diagnosis: failure.diagnosis.slice(0, DIAGNOSIS_CHARS),
    ...(failure.output && { output: failure.output }),
  };
  const attempts = 1 + task.spec.maxRetries;
  if (policy === "retry" && task.attempt < attempts) {
    const notBefore = at + state.settings.retryDelayMs * task.attempt;
    return [draft("task_retried", { ...facts, attempt: task.attempt + 1, attempts, notBefore }, key)];
  }
  if (policy === "skip" || (policy === "retry" && !task.spec.critical)) {
    const reason =
      policy === "skip" ? "failed, and the plan says to skip it" : "failed, and no attempts are left";
    return [draft("task_skipped", { taskId: task.id, reason, diagnosis: facts.diagnosis }, key)];
  }
  const consequence: Consequence = policy === "replan" ? "replan" : task.spec.critical ? "halt" : "go_on";
  return [draft("task_failed", { ...facts, attempt: task.attempt, consequence }, key)];
}

/** A task that can never start counts as failed when it is critical, else it is skipped. */
export function blockTask(task: TaskState, diagnosis: string, key?: string): DraftEvent {
  const facts = { taskId: task.id, diagnosis: diagnosis.slice(0, DIAGNOSIS_CHARS) };
  if (!task.spec.critical)
    return draft("task_skipped", { ...facts, reason: "it can no longer become ready" }, key);
  return draft(
    "task_blocked",
    { ...facts, consequence: task.spec.onFailure === "replan" ? "replan" : "halt" },
    key,
  );
}
