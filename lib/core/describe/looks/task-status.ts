import { ownAttempt } from "../../run/selectors";
import type { TaskState } from "../../run/state";
import { toldStatus } from "../../run/state/told-status";
import { isVerified } from "../../run/state/verified";
import { ANSWERED_STATUSES, type TaskStatus } from "../../run/status";
import type { StatusDisplay } from "./run";

export const TASK_STATUS_DISPLAY: Record<TaskStatus, StatusDisplay> = {
  pending: { icon: "○", word: "pending", tone: "plain" },
  running: { icon: "◐", word: "running", tone: "run" },
  waiting: { icon: "◈", word: "needs a person", tone: "person" },
  succeeded: { icon: "✓", word: "done", tone: "plain" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  skipped: { icon: "⇥", word: "skipped", tone: "plain" },
  blocked: { icon: "⊘", word: "blocked", tone: "bad" },
  aborted: { icon: "■", word: "aborted", tone: "plain" },
  superseded: { icon: "⤳", word: "dropped", tone: "plain" },
};

/** How many attempts there may be; a person who tries again gives one more. */
export const attemptsOf = (task: Pick<TaskState, "attempt" | "attempts" | "spec">): number =>
  Math.max(ownAttempt(task), 1 + task.spec.maxRetries);

/** The looks of a gate that did not let pass what it showed. */
const ANSWERED_DISPLAY: Record<(typeof ANSWERED_STATUSES)[number], StatusDisplay> = {
  rejected: { icon: "⊘", word: "rejected", tone: "plain" },
  changes_requested: { icon: "↩", word: "changes requested", tone: "plain" },
};

/** A task's look: green needs evidence (a check that passed), and a second attempt is said. */
export function taskStatusDisplay(
  task: Pick<
    TaskState,
    | "status"
    | "attempt"
    | "attempts"
    | "spec"
    | "heldUntil"
    | "endorsed"
    | "failureCode"
    | "diagnosis"
    | "approvedBy"
  >,
): StatusDisplay {
  const look = TASK_STATUS_DISPLAY[task.status];
  if (task.status === "running" && task.heldUntil !== undefined) {
    return { icon: "◆", word: "decision held", tone: "run" };
  }
  if (task.status === "running" && ownAttempt(task) > 1) {
    return { icon: "↻", word: `attempt ${ownAttempt(task)} of ${attemptsOf(task)}`, tone: "retry" };
  }
  if (task.status === "succeeded" && task.endorsed) {
    const { how, by } = task.endorsed;
    return {
      icon: TASK_STATUS_DISPLAY.waiting.icon,
      word: `${how} by ${by.kind === "person" ? by.name : by.kind}`,
      tone: "amber",
    };
  }
  // People have answered: their gate has not failed.
  const told = ANSWERED_STATUSES.find((one) => one === toldStatus(task));
  if (told && task.status === "failed") return ANSWERED_DISPLAY[told];
  if (isVerified(task)) {
    return { icon: "✓", word: "verified", tone: "ok" };
  }
  if (task.status === "succeeded" && task.approvedBy) {
    const word = `approved by ${task.approvedBy.join(" and ")}`;
    return { icon: TASK_STATUS_DISPLAY.waiting.icon, word, tone: "amber" };
  }
  if (task.status === "succeeded" && task.attempts.length === 0) {
    return { icon: "✓", word: "supplied with the run", tone: "plain" };
  }
  if (task.status === "succeeded" && task.spec.type === "planning_review") {
    return { icon: "◆", word: "decided", tone: "plain" };
  }
  return look;
}
