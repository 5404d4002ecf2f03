import { isAllVerified, type TaskTotals } from "../../run/state/totals";
import type { RunStatus } from "../../run/status";
import type { RunListItem } from "../../views";
import { formatShortfalls } from "../costs/totals";

export type Tone = "plain" | "run" | "ok" | "amber" | "retry" | "bad" | "person";

/** How a status looks: never by color alone. */
export type StatusDisplay = { icon: string; word: string; tone: Tone };

const RUN_STATUS_DISPLAY: Record<RunStatus, StatusDisplay> = {
  planning: { icon: "◌", word: "planning", tone: "run" },
  waiting: { icon: "◈", word: "needs a person", tone: "person" },
  running: { icon: "◐", word: "running", tone: "run" },
  paused: { icon: "‖", word: "paused", tone: "plain" },
  finishing: { icon: "◐", word: "finishing", tone: "run" },
  completed: { icon: "✓", word: "completed", tone: "plain" },
  failed: { icon: "✕", word: "failed", tone: "bad" },
  aborted: { icon: "■", word: "aborted", tone: "plain" },
  cancelled: { icon: "■", word: "cancelled", tone: "plain" },
};

/**
 * A run's look: an open gate comes first, also while other tasks of it go on; green only where all of the plan came about,
 * and each of its results has stored evidence.
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
  if (missing === undefined && isAllVerified(totals)) return { ...RUN_STATUS_DISPLAY.completed, tone: "ok" };
  if (missing === undefined) return { ...RUN_STATUS_DISPLAY.completed, word: completedWord(totals) };
  return { icon: "△", word: `completed with ${missing}`, tone: "amber" };
}

const completedWord = ({ approved = 0, unverified }: TaskTotals): string =>
  [
    "completed",
    ...(approved === 0 ? [] : [`${approved} approved`]),
    ...(unverified === 0 ? [] : [`${unverified} unverified`]),
  ].join(", ");
