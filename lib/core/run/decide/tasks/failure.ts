import type { FailurePolicy } from "../../../plan/schema";
import type { StoredValue } from "../../../stored-value";
import { type DraftEvent, draft } from "../../events";
import type { Reason } from "../../events/reason";
import type { FAILURE_CONSEQUENCES, FailureCode } from "../../events/tasks";
import { forkedAttempts } from "../../selectors";
import type { RunState, TaskState } from "../../state";

type Failure = { code: FailureCode; diagnosis: Reason; output?: StoredValue };
type Consequence = (typeof FAILURE_CONSEQUENCES)[number];

export const DIAGNOSIS_CHARS = 1_000;

/** What follows from an attempt without a result: the table of docs/engine.md, "Task outcomes". */
export function failAttempt(
  state: RunState,
  task: TaskState,
  failure: Failure,
  at: number,
  key?: string,
): DraftEvent[] {
  const policy = policyOf(task, failure.code);
  const facts = {
    taskId: task.id,
    code: failure.code,
    diagnosis: failure.diagnosis,
    ...(failure.output && { output: failure.output }),
  };
  const attempts = 1 + task.spec.maxRetries + (task.modelChanges ?? 0) + forkedAttempts(task);
  // The same check on another result could not be evaluated either.
  const mayHelp = failure.code !== "verification_error";
  // A plan is not at fault because tools were slow: the attempts come first.
  const again = policy === "retry" || (failure.code === "timeout" && policy !== "skip");
  if (again && mayHelp && task.attempt < attempts) {
    const notBefore = at + state.settings.retryDelayMs * task.attempt;
    return [draft("task_retried", { ...facts, attempt: task.attempt + 1, attempts, notBefore }, key)];
  }
  if (policy === "skip" || (policy === "retry" && !task.spec.critical)) {
    const code = policy === "skip" ? "skipped_by_plan" : mayHelp ? "attempts_used" : "check_unusable";
    return [draft("task_skipped", { ...facts, reason: { code } }, key)];
  }
  const consequence: Consequence = policy === "replan" ? "replan" : task.spec.critical ? "halt" : "go_on";
  return [draft("task_failed", { ...facts, attempt: task.attempt, consequence }, key)];
}

/** Failures by which somebody asks for another plan, whatever the task's policy. */
const ASKS_FOR_REPLAN: ReadonlySet<FailureCode> = new Set([
  "changes_requested",
  "insufficient_data",
  "replan_asked",
]);
/** Failures by which a check refuses a result. */
const REFUSES_RESULT: ReadonlySet<FailureCode> = new Set(["schema_mismatch", "check_failed"]);

function policyOf(task: TaskState, code: FailureCode): FailurePolicy {
  const { spec } = task;
  if (ASKS_FOR_REPLAN.has(code)) return "replan";
  if (isFormError(task, code) && spec.onVerificationFailure === "replan") return "retry";
  return REFUSES_RESULT.has(code) ? spec.onVerificationFailure : spec.onFailure;
}

/** A model that does not keep to the form of a result needs another try, and no other plan; a program would need one. */
export const isFormError = ({ spec }: TaskState, code: FailureCode | undefined): boolean =>
  code === "schema_mismatch" && spec.type !== "direct";

/** A task that can never start counts as failed when it is critical, else it is skipped. */
export function blockTask(task: TaskState, diagnosis: Reason, key?: string): DraftEvent {
  const facts = { taskId: task.id, diagnosis };
  if (!task.spec.critical)
    return draft("task_skipped", { ...facts, reason: { code: "unreachable_task" } }, key);
  return draft(
    "task_blocked",
    { ...facts, consequence: task.spec.onFailure === "replan" ? "replan" : "halt" },
    key,
  );
}
