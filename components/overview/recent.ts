import { isTerminalRun, RUN_STATUSES } from "@/lib/core/run/status";
import type { RunListItem } from "@/lib/core/views";

/** What the overview asks for of the runs that have ended. */
export const RECENT_RUNS = { status: RUN_STATUSES.filter(isTerminalRun), limit: 20 };

const MAX_RECENT = 5;

/** Of the runs that ended last: those that went wrong, and the others. */
export function splitByOutcome(runs: readonly RunListItem[]): {
  failures: RunListItem[];
  others: RunListItem[];
} {
  const hasFailed = (run: RunListItem) => run.status === "failed" || run.status === "aborted";
  return {
    failures: runs.filter(hasFailed).slice(0, MAX_RECENT),
    others: runs.filter((run) => !hasFailed(run)).slice(0, MAX_RECENT),
  };
}
