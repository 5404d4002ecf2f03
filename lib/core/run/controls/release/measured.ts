import { digestOf } from "../../../bytes";
import { topologicalOrder } from "../../../plan/graph";
import { oncePerList } from "../../../plan/once-per-list";
import { resultNames } from "../../../plan/result-names";
import type { StoredTask } from "../../../plan/stored";
import { isConditional } from "../terms/peoples-review";
import { workOf } from "../work";

/**
 * The condition of each control that has one, with all work that leads to it and the names under which it and its programs
 * find results, by digest: whether it asks hangs on what that work comes to. Work that is done once more under another
 * number is the same.
 */
export function measuresOf(tasks: readonly StoredTask[]): Map<string, string> {
  const measures = new Map<string, string>();
  if (!tasks.some(isConditional)) return measures;
  const leading = workMeasured(tasks);
  for (const { id, lineage, dependsOn, review } of tasks.filter(isConditional)) {
    const { condition = null, previousTasks = [] } = review ?? {};
    const found = named([...previousTasks, ...dependsOn], leading);
    const looksAt = [previousTasks, dependsOn].map((ids) =>
      [...new Set(ids)].flatMap((one) => leading.get(one) ?? []).sort(),
    );
    measures.set(id, digestOf([lineage, condition, looksAt, found]));
  }
  return measures;
}

/** The work that leads to each task, with the names under which it is found, by digest. */
export const workMeasured = oncePerList((tasks: readonly StoredTask[]): ReadonlyMap<string, string> => {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const leading = new Map<string, string>();
  for (const id of topologicalOrder(tasks)) {
    const task = byId.get(id) as StoredTask;
    const { lineage, title, dependsOn } = task;
    leading.set(id, digestOf([lineage, title, workOf(task), named(dependsOn, leading)]));
  }
  return leading;
});

/** Work that leads to a task, each with the name under which its result is found there. */
export function named(ids: readonly string[], leading: ReadonlyMap<string, string>): string[][] {
  const nameOf = resultNames(ids);
  const found = new Map(
    ids.flatMap((id) => (leading.has(id) ? [[nameOf(id), leading.get(id) as string]] : [])),
  );
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}
