import { getOwn } from "../../own";
import { TASK_TYPES, type TaskType } from "../../plan/words";
import { isShort, SHORTFALLS, type TaskTotals } from "../../run/state/totals";
import { formatCounted } from "../amounts";

/** "1 failed, 2 rejected": what is missing of the plan; undefined where nothing is. */
export function formatShortfalls(totals: TaskTotals): string | undefined {
  if (!isShort(totals)) return;
  return SHORTFALLS.flatMap((one) => (totals[one] > 0 ? [`${totals[one]} ${one}`] : [])).join(", ");
}

/** "2 of 5 results unverified": undefined where each has evidence or somebody's word, and where there are none. */
export const formatUnverified = (totals: TaskTotals): string | undefined =>
  formatShare(totals, totals.unverified, "unverified");

/** "2 of 5 results approved by Pat", or by a person where names are not known: what no check has passed, but people have. */
export function formatApproved(totals: TaskTotals, names: readonly string[] = []): string | undefined {
  const by = names.length === 0 ? "a person" : names.join(" and ");
  return formatShare(totals, totals.approved ?? 0, `approved by ${by}`);
}

function formatShare(totals: TaskTotals, part: number, how: string): string | undefined {
  if (part === 0) return;
  const results = totals.verified + (totals.approved ?? 0) + totals.unverified;
  if (results === 1) return `its result ${how}`;
  return part === results ? `all ${results} results ${how}` : `${part} of ${results} results ${how}`;
}

/** "3 of 8" while tasks are open, "6 of 8 done" at an end that not all of them came to. */
export function formatProgress({ total, open, done }: TaskTotals, hasEnded: boolean): string {
  return hasEnded && done < total ? `${done} of ${total} done` : `${total - open} of ${total}`;
}

export const formatTaskCount = (tasks: number): string => formatCounted(tasks, "task", "tasks");

const KINDS: Readonly<Record<TaskType, readonly [one: string, many: string]>> = {
  task: ["agent task", "agent tasks"],
  direct: ["program", "programs"],
  synthesis_gate: ["synthesis gate", "synthesis gates"],
  planning_review: ["planning review", "planning reviews"],
  human_review: ["human review", "human reviews"],
};

/** Tasks by what they are, and how many replans dropped: "10 agent tasks, 4 planning reviews, 2 dropped". */
export function formatTaskKinds(counts: Readonly<Record<string, number>>, dropped: number): string {
  const kinds = TASK_TYPES.flatMap((type) => {
    const count = getOwn(counts, type) ?? 0;
    return count === 0 ? [] : formatCounted(count, ...KINDS[type]);
  });
  return [...kinds, ...(dropped === 0 ? [] : [`${dropped} dropped`])].join(", ");
}

export const formatEndedTasks = (ended: number, tasks: number): string =>
  `${ended} of ${formatTaskCount(tasks)} ${ended === 1 ? "has" : "have"} ended`;
