import { looksAt, reviewedBefore, tasksFedBy } from "../../../plan/flows";
import { reachIn } from "../../../plan/reach";
import type { StoredTask } from "../../../plan/stored";
import { acting, type PlanAt, type Released } from "./release";

/**
 * Work that acts, or that says what an act does: then `feeds` has the acts into which its result may come. What has `ended`
 * says it by what it came to.
 */
export type LeadingWork = Released & { feeds?: readonly StoredTask[]; ended?: true };

/**
 * Lists what people read before they let something act (docs/engine.md, "The release"): what of a release acts, all work that
 * has not ended and flows into that, behind the control or beside it, and what has ended and is read by one of these; but the
 * control, which they see. In the order of the plan.
 */
export function leadingToActs(
  { tasks, reach, ended, over }: Pick<PlanAt, "tasks" | "reach" | "ended" | "over">,
  released: readonly Released[],
  control?: string,
): LeadingWork[] {
  const acts = acting(released);
  const byId = new Map(acts.map((act) => [act.task.id, act]));
  const leading = tasks.flatMap((task): LeadingWork[] => {
    const act = byId.get(task.id);
    if (task.id === control) return [];
    const fed = tasksFedBy(tasks, task.id);
    const feeds = acts.flatMap((one) => (fed.has(one.task.id) ? [one.task] : []));
    const feeding = { task, tools: reachIn(reach, task), feeds };
    const cameTo: LeadingWork[] = feeds.length > 0 && ended.has(task.id) ? [{ ...feeding, ended: true }] : [];
    if (act) return [...cameTo, act];
    return feeds.length === 0 || over.has(task.id) ? cameTo : [...cameTo, feeding];
  });
  const taskOf = new Map(tasks.map((task) => [task.id, task]));
  const due = leading.flatMap((one) => (one.ended ? [] : [one.task]));
  const read = new Set(due.flatMap((one) => readBy(one, (id) => taskOf.get(id))));
  const reviews = due.filter(({ type }) => type === "planning_review");
  const isReviewed = (id: string) => reviews.some((one) => tasksFedBy(tasks, id).has(one.id));
  return leading.filter(({ task: { id }, ended: hasEnded }) => !hasEnded || read.has(id) || isReviewed(id));
}

/** The tasks whose results stand before the one who does a task; before a reviewer stands whatever flows into the review. */
const readBy = (task: StoredTask, taskOf: (id: string) => StoredTask | undefined): string[] => [
  ...looksAt(task),
  ...task.uses,
  ...reviewedBefore(task, taskOf),
];

/** The work that has still to be done and flows into an act. */
export const feedersOf = (leading: readonly LeadingWork[], actId: string): LeadingWork[] =>
  leading.filter(({ feeds, ended }) => !ended && feeds?.some(({ id }) => id === actId));

/** The acts, with how many tasks flow into each; absent where none does. */
export const namedActs = (leading: readonly LeadingWork[]) =>
  leading.flatMap(({ task: { id, title }, tools, feeds }) => {
    if (feeds) return [];
    const named: { title: string; tools: string[]; fedBy?: number } = { title, tools };
    const { length } = feedersOf(leading, id);
    if (length > 0) named.fedBy = length;
    return named;
  });
