import type { Reason } from "../events/reason";
import { isTerminalTask } from "../status";
import type { TaskState } from "./task";

/** Ends of tasks that fall short of what the plan was to bring, the gravest first. */
export const SHORTFALLS = ["failed", "rejected", "blocked", "skipped"] as const;
export type Shortfall = (typeof SHORTFALLS)[number];

/**
 * Tasks of the current plan version by what came of them; a task counts once. `unneeded` are those that nothing was
 * wanted of any more: a condition did not hold, a refinement found it pointless, or the run ended before.
 */
export type TaskTotals = Record<"total" | "open" | "done" | "unneeded" | Shortfall, number>;

type PlanTasks = { order: readonly string[]; tasks: Readonly<Record<string, TaskState>> };

/** Of a run without a plan. */
export const NO_TASKS: TaskTotals = {
  ...{ total: 0, open: 0, done: 0, unneeded: 0 },
  ...{ failed: 0, rejected: 0, blocked: 0, skipped: 0 },
};

/** What list, header, report and API count of a run (docs/engine.md, "Totals"), from its tasks. */
export function countTasks({ order, tasks }: PlanTasks): TaskTotals {
  const totals = { ...NO_TASKS, total: order.length };
  for (const id of order) totals[outcomeOf(tasks[id])] += 1;
  return totals;
}

/** Changes what came of one task of the current plan, and the totals with it. */
export function changeOutcome(totals: TaskTotals, task: TaskState, change: (task: TaskState) => void): void {
  totals[outcomeOf(task)] -= 1;
  change(task);
  totals[outcomeOf(task)] += 1;
}

function outcomeOf(task: TaskState | undefined): Exclude<keyof TaskTotals, "total"> {
  const { status = "pending", failureCode, diagnosis } = task ?? {};
  if (!isTerminalTask(status)) return "open";
  if (status === "succeeded") return "done";
  if (failureCode === "rejected") return "rejected";
  if (status === "failed" || status === "blocked") return status;
  return status === "skipped" && !UNNEEDED.has(diagnosis?.code) ? "skipped" : "unneeded";
}

/** Skipped for these reasons a task leaves nothing open. */
const UNNEEDED: ReadonlySet<Reason["code"] | undefined> = new Set([
  "condition_false",
  "skipped_by_refinement",
]);

/** Whether all that the plan asked for has come about. */
export const isShort = (totals: TaskTotals): boolean => SHORTFALLS.some((one) => totals[one] > 0);
