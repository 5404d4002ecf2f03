import { isTerminalRun, RUN_STATUSES } from "@/lib/core/run/status";
import type { RunListItem } from "@/lib/core/views";

/** What the overview asks for of the runs that have ended. */
export const RECENT_RUNS = { status: RUN_STATUSES.filter(isTerminalRun), limit: 20 };

const SHOWN = 5;

/** Of the runs that ended last: those that went wrong, and the others. */
export function partOf(runs: readonly RunListItem[]): { failures: RunListItem[]; others: RunListItem[] } {
  const wrong = (run: RunListItem) => run.status === "failed" || run.status === "aborted";
  return {
    failures: runs.filter(wrong).slice(0, SHOWN),
    others: runs.filter((run) => !wrong(run)).slice(0, SHOWN),
  };
}
