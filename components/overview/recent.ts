import type { RunsFilter } from "@/lib/client/query";
import type { RunListItem } from "@/lib/core/views";

const MAX_RECENT = 5;

const lastOf = (status: "failed" | "aborted" | "completed" | "cancelled"): RunsFilter => ({
  status: [status],
  order: "ended",
  limit: MAX_RECENT,
});

/** What the overview asks for of the runs that have ended: each status by itself, which an index finds among any number of others. */
export const RECENT_RUNS = {
  failed: lastOf("failed"),
  aborted: lastOf("aborted"),
  completed: lastOf("completed"),
  cancelled: lastOf("cancelled"),
};

/** Those of all these lists that ended last. */
export function lastEnded(...lists: readonly (readonly RunListItem[])[]): RunListItem[] {
  const endedAt = (run: RunListItem) => run.finishedAt ?? run.createdAt;
  return lists
    .flat()
    .sort((a, b) => endedAt(b) - endedAt(a))
    .slice(0, MAX_RECENT);
}
