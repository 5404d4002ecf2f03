import { getOwn } from "../../own";
import type { StoredTask } from "../../plan/stored";

/** What a run's state says of its plan. */
export type PlanInForce = {
  order: readonly string[];
  tasks: { readonly [id: string]: { readonly spec: StoredTask } };
};

const listsInForce = new WeakMap<readonly string[], readonly StoredTask[]>();

/** The tasks of the plan in force, in its order: the same list for as long as they are the same, so that others may know it again. */
export function tasksInForce({ order, tasks }: PlanInForce): readonly StoredTask[] {
  const known = listsInForce.get(order);
  if (known?.length === order.length && order.every((id, at) => getOwn(tasks, id)?.spec === known[at]))
    return known;
  const list = order.flatMap((id) => getOwn(tasks, id)?.spec ?? []);
  listsInForce.set(order, list);
  return list;
}
