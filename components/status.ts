import { formatShortfalls } from "@/lib/core/describe/totals";
import type { ReplayStatus } from "@/lib/core/replay/words";
import { attemptNumber, ownAttempt } from "@/lib/core/run/selectors";
import type { AttemptState, ReplanOutcome, TaskState } from "@/lib/core/run/state";
import type { TaskTotals } from "@/lib/core/run/state/totals";
import { isVerified } from "@/lib/core/run/state/verified";
import type { RunStatus, TaskStatus } from "@/lib/core/run/status";
import type { RunListItem } from "@/lib/core/views";

export type Tone = "plain" | "run" | "ok" | "amber" | "retry" | "bad" | "person";

/** How a status looks: never by color alone. */
export type StatusDisplay = { icon: string; word: string; tone: Tone };

/** Text color of each tone. `person` is for "a person is needed" and for nothing else. */
export const TONE_TEXT: Record<Tone, string> = {
  plain: "text-muted",
  run: "text-run",
  ok: "text-ok",
  amber: "text-amber",
  retry: "text-retry",
  bad: "text-bad",
  person: "text-person",
};

/** How grave something is that checks or the critic found in a plan, the gravest first. */
export const SEVERITIES = ["error", "critical", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const SEVERITY_DISPLAY: Record<Severity, StatusDisplay> = {
  error: { icon: "✕", word: "error", tone: "bad" },
  critical: { icon: "▲", word: "critical", tone: "bad" },
  warning: { icon: "△", word: "warning", tone: "amber" },
  info: { icon: "◇", word: "note", tone: "plain" },
};

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

const RUN_STATUS_DISPLAY: Record<RunStatus, StatusDisplay> = {
  planning: { icon: "◌", word: "planning", tone: "run" },
  waiting: { icon: "◈", word: "needs a person", tone: "person" },
  running: { icon: "◐", word: "running", tone: "run" },
  paused: { icon: "‖", word: "paused", tone: "plain" },
  finishing: { icon: "◐", word: "finishing", tone: "run" },
  completed: { icon: "✓", word: "completed", tone: "ok" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  aborted: { icon: "■", word: "aborted", tone: "bad" },
  cancelled: { icon: "■", word: "cancelled", tone: "plain" },
};

/**
 * A run's look: an open gate comes first, also while other tasks of it go on; green only where all of the plan came about.
 */
export function runStatusDisplay({
  status,
  openApprovals,
  tasks,
}: Pick<RunListItem, "status" | "openApprovals" | "tasks">): StatusDisplay {
  if (openApprovals > 0) return RUN_STATUS_DISPLAY.waiting;
  return status === "completed" ? completedDisplay(tasks) : RUN_STATUS_DISPLAY[status];
}

function completedDisplay(totals: TaskTotals): StatusDisplay {
  const missing = formatShortfalls(totals);
  if (missing === undefined) return RUN_STATUS_DISPLAY.completed;
  return { icon: "△", word: `completed with ${missing}`, tone: "amber" };
}

export const REPLAN_OUTCOME_DISPLAY: Record<ReplanOutcome, StatusDisplay> = {
  started: { icon: "↻", word: "in progress", tone: "retry" },
  adopted: { icon: "✓", word: "adopted", tone: "plain" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  refused: { icon: "⊘", word: "rejected", tone: "bad" },
  withdrawn: { icon: "⤺", word: "withdrawn", tone: "plain" },
};

/** Green only where something was compared. */
export const REPLAY_STATUS_DISPLAY: Record<ReplayStatus, StatusDisplay> = {
  queued: { icon: "○", word: "queued", tone: "plain" },
  running: { icon: "◐", word: "running", tone: "run" },
  matched: { icon: "✓", word: "matched", tone: "ok" },
  mismatched: { icon: "≠", word: "mismatched", tone: "bad" },
  stopped: { icon: "≠", word: "stopped at a mismatch", tone: "bad" },
  completed: { icon: "●", word: "completed", tone: "plain" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  cancelled: { icon: "■", word: "cancelled", tone: "plain" },
};

/** How many attempts there may be; a person who tries again gives one more. */
export const attemptsOf = (task: Pick<TaskState, "attempt" | "attempts" | "spec">): number =>
  Math.max(ownAttempt(task), 1 + task.spec.maxRetries);

/** What an attempt is called: one that a fork began again has the same number as the one that follows it. */
export const attemptLabel = (
  task: Pick<TaskState, "attempts">,
  { attempt, endedByFork }: AttemptState,
): string => `Attempt ${attemptNumber(task, attempt)}${endedByFork ? " (in the parent run)" : ""}`;

/** A task's look: green needs evidence (a check that passed), and a second attempt is said. */
export function taskStatusDisplay(
  task: Pick<TaskState, "status" | "attempt" | "attempts" | "spec" | "heldUntil" | "endorsed">,
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
  if (isVerified(task)) {
    return { icon: "✓", word: "verified", tone: "ok" };
  }
  if (task.status === "succeeded" && task.attempts.length === 0) {
    return { icon: "✓", word: "supplied with the run", tone: "plain" };
  }
  if (task.status === "succeeded" && task.spec.type === "planning_review") {
    return { icon: "◆", word: "decided", tone: "plain" };
  }
  return look;
}
