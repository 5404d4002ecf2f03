import type { FailurePolicy } from "../../../plan/schema";
import type { StoredValue } from "../../../stored-value";
import { type DraftEvent, draft } from "../../events";
import type { Reason } from "../../events/reason";
import type { FAILURE_CONSEQUENCES, FailureCode } from "../../events/tasks";
import { hasActed } from "../../gates/equal-calls";
import { forkedAttempts } from "../../selectors";
import type { RunState, TaskState } from "../../state";

type Failure = { code: FailureCode; diagnosis: Reason; lasts?: true; output?: StoredValue };
type Consequence = (typeof FAILURE_CONSEQUENCES)[number];

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
  if (!failure.lasts && isTriedAgain(state, task, failure.code)) {
    const attempts = attemptsOf(task);
    const notBefore = at + state.settings.retryDelayMs * task.attempt;
    return [draft("task_retried", { ...facts, attempt: task.attempt + 1, attempts, notBefore }, key)];
  }
  if (policy === "skip" || (policy === "retry" && !task.spec.critical)) {
    return [draft("task_skipped", { ...facts, reason: { code: skipCode(policy, failure) } }, key)];
  }
  const consequence: Consequence = policy === "replan" ? "replan" : task.spec.critical ? "halt" : "go_on";
  return [draft("task_failed", { ...facts, attempt: task.attempt, consequence }, key)];
}

function skipCode(policy: FailurePolicy, { code, lasts }: Failure) {
  if (policy === "skip") return "skipped_by_plan";
  if (code === "verification_error") return "check_unusable";
  return lasts ? "attempt_in_vain" : "attempts_used";
}

/** How many attempts a task has in all. */
const attemptsOf = (task: TaskState): number =>
  1 + task.spec.maxRetries + (task.modelChanges ?? 0) + forkedAttempts(task);

/** True where another attempt follows a failure of this kind: the attempts come first where the plan is not at fault. */
export function isTriedAgain(state: RunState, task: TaskState, code: FailureCode): boolean {
  const policy = policyOf(task, code);
  const wantsAttempt =
    policy === "retry" ||
    (code === "timeout" && policy !== "skip") ||
    (code === "check_failed" && policy === "replan" && mayGiveAnother(state, task));
  // The same check on another result could not be evaluated either.
  return wantsAttempt && code !== "verification_error" && task.attempt < attemptsOf(task);
}

/** A model's next answer may be a better one; a program's is the same, and what has acted is not done twice on trial. */
const mayGiveAnother = (state: RunState, { id, spec }: TaskState): boolean =>
  spec.type !== "direct" && !hasActed(state, id);

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
