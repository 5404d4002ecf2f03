import { getOwn } from "../own";
import { ancestry } from "../plan/graph";
import type { Plan } from "../plan/schema";
import { isOfPlan } from "./controls/obligations";
import type { OutsideCall } from "./outside-calls";
import type { RunState } from "./state";

/** The version of the plan that people let run first; undefined where they let none. */
export const firstApproved = ({ releases }: Pick<RunState, "releases">): number | undefined =>
  releases.find(isOfPlan)?.version;

type Act = Pick<OutsideCall, "taskId" | "at">;

/**
 * Says of a call which work acted only after it that comes before it in the plan which people let run first, by title
 * (docs/engine.md, "What ran as approved"). Work is followed through later versions by its lineage.
 */
export function aheadOfPlan(
  { tasks }: { tasks: Readonly<Record<string, { spec: { lineage: string } }>> },
  approved: Pick<Plan, "tasks">,
  calls: readonly Act[],
): (call: Act) => string[] {
  const lineageOf = (taskId: string) => getOwn(tasks, taskId)?.spec.lineage;
  const planned = new Map(approved.tasks.map((task) => [lineageOf(task.id), task]));
  const isAncestor = ancestry(approved.tasks);
  const firstActs = new Map<string, { id: string; title: string; at: number }>();
  for (const { taskId, at } of calls) {
    const task = planned.get(lineageOf(taskId));
    const first = task && firstActs.get(task.id);
    if (task && (!first || at < first.at)) firstActs.set(task.id, { id: task.id, title: task.title, at });
  }
  return ({ taskId, at }) => {
    const own = planned.get(lineageOf(taskId));
    const later = [...firstActs.values()].filter((one) => one.at > at);
    return own ? later.flatMap(({ id, title }) => (isAncestor(own.id, id) ? [title] : [])) : [];
  };
}
