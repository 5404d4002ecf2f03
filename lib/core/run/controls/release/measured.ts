import { digestOf } from "../../../bytes";
import type { Json } from "../../../json";
import { dataReadIn } from "../../../lisp";
import { topologicalOrder } from "../../../plan/graph";
import { oncePerList } from "../../../plan/once-per-list";
import { resultNames } from "../../../plan/result-names";
import type { StoredTask } from "../../../plan/stored";
import { workOf } from "../work";

/** Whether a review asks hangs on what some work comes to. */
export const isConditional = ({ type, review }: StoredTask): boolean =>
  type === "planning_review" && review?.condition !== undefined;

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

/** What the predicate of a task reads beside the result that it checks, in the same way; undefined where it reads nothing else. */
export function measureOfCheck(tasks: readonly StoredTask[], task: StoredTask): string | undefined {
  const { verification, dependsOn, uses, input } = task;
  if (typeof verification !== "string") return;
  const read = dataReadIn(verification);
  const readsOnly = (name: string) => read !== undefined && [...read].every((one) => one === name);
  if (readsOnly("data/result")) return;
  // In the input stand the results that it names.
  const own = read === undefined || read.has("data/input") ? [input as Json] : [];
  return digestOf([named([...dependsOn, ...uses], workMeasured(tasks)), ...own]);
}

const workMeasured = oncePerList((tasks: readonly StoredTask[]): ReadonlyMap<string, string> => {
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
function named(ids: readonly string[], leading: ReadonlyMap<string, string>): string[][] {
  const nameOf = resultNames(ids);
  const found = new Map(
    ids.flatMap((id) => (leading.has(id) ? [[nameOf(id), leading.get(id) as string]] : [])),
  );
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}
