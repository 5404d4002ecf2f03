import type { StatusDisplay, Tone } from "@/lib/core/describe/looks/run";
import type { ReplayStatus } from "@/lib/core/replay/words";
import { attemptNumber } from "@/lib/core/run/selectors";
import type { AttemptState, ReplanOutcome, TaskState } from "@/lib/core/run/state";

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

export const REPLAN_OUTCOME_DISPLAY: Record<ReplanOutcome, StatusDisplay> = {
  started: { icon: "◐", word: "in progress", tone: "run" },
  adopted: { icon: "✓", word: "adopted", tone: "plain" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  refused: { icon: "⊘", word: "rejected", tone: "plain" },
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

/** What an attempt is called: one that a fork began again has the same number as the one that follows it. */
export const attemptLabel = (
  task: Pick<TaskState, "attempts">,
  { attempt, endedByFork }: AttemptState,
): string => `Attempt ${attemptNumber(task, attempt)}${endedByFork ? " (in the parent run)" : ""}`;
