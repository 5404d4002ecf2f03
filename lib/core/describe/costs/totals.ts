import { isShort, SHORTFALLS, type TaskTotals } from "../../run/state/totals";

/** "1 failed, 2 rejected": what is missing of the plan; undefined where nothing is. */
export function formatShortfalls(totals: TaskTotals): string | undefined {
  if (!isShort(totals)) return;
  return SHORTFALLS.flatMap((one) => (totals[one] > 0 ? [`${totals[one]} ${one}`] : [])).join(", ");
}

/** "2 of 5 results unverified": undefined where each has evidence, and where there are none. */
export function formatUnverified({ verified, unverified }: TaskTotals): string | undefined {
  if (unverified === 0) return;
  const results = verified + unverified;
  if (results === 1) return "its result unverified";
  return verified === 0
    ? `all ${results} results unverified`
    : `${unverified} of ${results} results unverified`;
}

/** "3 of 8" while tasks are open, "6 of 8 done" at an end that not all of them came to. */
export function formatProgress({ total, open, done }: TaskTotals, hasEnded: boolean): string {
  return hasEnded && done < total ? `${done} of ${total} done` : `${total - open} of ${total}`;
}

export const formatTaskCount = (tasks: number): string => (tasks === 1 ? "1 task" : `${tasks} tasks`);

export const formatEndedTasks = (ended: number, tasks: number): string =>
  `${ended} of ${formatTaskCount(tasks)} ${ended === 1 ? "has" : "have"} ended`;
