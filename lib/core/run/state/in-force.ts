import { getOwn } from "../../own";
import type { StoredTask } from "../../plan/stored";

/** What a run's state says of its plan. */
export type PlanInForce = {
  order: readonly string[];
  tasks: { readonly [id: string]: { readonly spec: StoredTask } };
};

const listsInOrder = new WeakMap<readonly string[], readonly StoredTask[]>();

/** Tasks in an order: the same list for as long as they are the same, so that what follows from them is worked out once. */
export function tasksInOrder(
  order: readonly string[],
  specOf: (id: string) => StoredTask | undefined,
): readonly StoredTask[] {
  const known = listsInOrder.get(order);
  if (known?.length === order.length && order.every((id, at) => specOf(id) === known[at])) return known;
  const list = order.flatMap((id) => specOf(id) ?? []);
  listsInOrder.set(order, list);
  return list;
}

/** The tasks of the plan in force. */
export const tasksInForce = ({ order, tasks }: PlanInForce): readonly StoredTask[] =>
  tasksInOrder(order, (id) => getOwn(tasks, id)?.spec);
