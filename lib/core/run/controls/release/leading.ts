import { tasksFedBy } from "../../../plan/flows";
import { reachIn } from "../../../plan/reach";
import type { StoredTask } from "../../../plan/stored";
import { acting, type PlanAt, type Released } from "./release";

/** Work that acts, or that says what an act does: then `feeds` has the acts into which its result may come. */
export type LeadingWork = Released & { feeds?: readonly StoredTask[] };

/**
 * Lists what people read before they let something act (docs/engine.md, "The release"): what of a release acts, and all work that
 * has not ended and flows into that, behind the control or beside it; but the control, which they see. In the order of the plan.
 */
export function leadingToActs(
  { tasks, reach, ended }: Pick<PlanAt, "tasks" | "reach" | "ended">,
  released: readonly Released[],
  control?: string,
): LeadingWork[] {
  const acts = acting(released);
  const byId = new Map(acts.map((act) => [act.task.id, act]));
  return tasks.flatMap((task): LeadingWork[] => {
    const act = byId.get(task.id);
    if (act) return [act];
    if (ended.has(task.id) || task.id === control) return [];
    const fed = tasksFedBy(tasks, task.id);
    const feeds = acts.flatMap((one) => (fed.has(one.task.id) ? [one.task] : []));
    return feeds.length === 0 ? [] : [{ task, tools: reachIn(reach, task), feeds }];
  });
}

/** The work that flows into an act. */
export const feedersOf = (leading: readonly LeadingWork[], actId: string): LeadingWork[] =>
  leading.filter(({ feeds }) => feeds?.some(({ id }) => id === actId));

/** The acts, with how many tasks flow into each; absent where none does. */
export const namedActs = (leading: readonly LeadingWork[]) =>
  leading.flatMap(({ task: { id, title }, tools, feeds }) => {
    if (feeds) return [];
    const named: { title: string; tools: string[]; fedBy?: number } = { title, tools };
    const { length } = feedersOf(leading, id);
    if (length > 0) named.fedBy = length;
    return named;
  });
