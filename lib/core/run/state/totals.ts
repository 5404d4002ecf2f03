import { getOwn } from "../../own";
import { WORKING_TYPES } from "../../plan/words";
import type { Reason } from "../events/reason";
import { isTerminalTask } from "../status";
import type { TaskState } from "./task";
import { isVerified } from "./verified";

/** Ends of tasks that fall short of what the plan was to bring, the gravest first. */
export const SHORTFALLS = ["failed", "rejected", "blocked", "skipped"] as const;
type Shortfall = (typeof SHORTFALLS)[number];

/**
 * Tasks of the current plan version by what came of them; a task counts once. `unneeded` are those that nothing was
 * wanted of any more: a condition did not hold, a refinement found it pointless, or the run ended before. `verified`,
 * `approved` and `unverified` are those of the done ones that work on a result: a check of it that passed is stored, else people
 * approved it at a gate that showed it, else neither. `approved` is absent of runs without one.
 */
export type TaskTotals = Record<Outcome | "total" | "verified" | "unverified", number> & {
  approved?: number;
};

type Outcome = "open" | "done" | "unneeded" | Shortfall;

type PlanTasks = { order: readonly string[]; tasks: Readonly<Record<string, TaskState>> };

/** Of a run without a plan. */
export const NO_TASKS: TaskTotals = {
  total: 0,
  open: 0,
  done: 0,
  unneeded: 0,
  failed: 0,
  rejected: 0,
  blocked: 0,
  skipped: 0,
  verified: 0,
  unverified: 0,
};

/** What list, header, report and API count of a run (docs/engine.md, "Totals"), from its tasks. */
export function countTasks({ order, tasks }: PlanTasks): TaskTotals {
  const totals = { ...NO_TASKS, total: order.length };
  for (const id of order) countTask(totals, getOwn(tasks, id), 1);
  return totals;
}

/** Changes what came of one task of the current plan, and the totals with it. */
export function changeOutcome(totals: TaskTotals, task: TaskState, change: (task: TaskState) => void): void {
  countTask(totals, task, -1);
  change(task);
  countTask(totals, task, 1);
}

function countTask(totals: TaskTotals, task: TaskState | undefined, by: 1 | -1): void {
  const outcome = outcomeOf(task);
  totals[outcome] += by;
  if (outcome !== "done" || !task || !WORKING_TYPES.has(task.spec.type)) return;
  if (isVerified(task)) totals.verified += by;
  else if (task.approvedBy) totals.approved = (totals.approved ?? 0) + by;
  else totals.unverified += by;
}

function outcomeOf(task: TaskState | undefined): Outcome {
  const { status = "pending", failureCode, diagnosis } = task ?? {};
  if (!isTerminalTask(status)) return "open";
  // A gate at which people asked for changes was answered; what they want changed is work of its own.
  if (status === "succeeded" || failureCode === "changes_requested") return "done";
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

/** Whether each result of the run has a check of it that passed, and there is one: the only run that is shown in green. */
export const isAllVerified = ({ verified, approved = 0, unverified }: TaskTotals): boolean =>
  verified > 0 && approved + unverified === 0;
