import type { RunState } from "@/lib/core/run/state";
import { TASK_STATUSES, type TaskStatus } from "@/lib/core/run/status";
import { TASK_STATUS_DISPLAY } from "../status";

/** How many tasks the run ever had of each status; statuses without any are left out. */
export function taskCounts(state: RunState): { status: TaskStatus; word: string; count: number }[] {
  const counts = new Map<TaskStatus, number>();
  for (const { status } of Object.values(state.tasks)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return TASK_STATUSES.flatMap((status) => {
    const count = counts.get(status) ?? 0;
    return count === 0 ? [] : { status, word: TASK_STATUS_DISPLAY[status].word, count };
  });
}
