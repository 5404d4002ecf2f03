import { digestOf } from "../../../bytes";
import type { Json } from "../../../json";
import { getOwn, setOwn } from "../../../own";
import { topologicalOrder } from "../../../plan/graph";
import type { StoredTask } from "../../../plan/stored";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { readsData, workOf } from "../obligations";

/**
 * The condition of each control that has one, with all work that leads to it, by digest: whether it asks hangs on what that
 * work comes to. Work that is done once more under another id is the same, unless a predicate or a program finds it by its id.
 */
export function measuresOf(tasks: readonly StoredTask[]): Map<string, string> {
  const measures = new Map<string, string>();
  if (!tasks.some(isConditional)) return measures;
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const leading = new Map<string, string>();
  const readBy = (task: StoredTask, ids: readonly string[]): Json => {
    const found = [...new Set(ids)].flatMap((one): [string, string][] => {
      const work = leading.get(one);
      return work === undefined ? [] : [[one, work]];
    });
    return readsData(task) ? found : found.map(([, work]) => work).sort();
  };
  for (const id of topologicalOrder(tasks)) {
    const task = byId.get(id) as StoredTask;
    const { lineage, title, dependsOn } = task;
    leading.set(id, digestOf([lineage, title, workOf(task), readBy(task, dependsOn)]));
  }
  for (const control of tasks.filter(isConditional)) {
    const { id, lineage, dependsOn, review } = control;
    const { condition = null, previousTasks = [] } = review ?? {};
    const looksAt = [previousTasks, dependsOn].map((ids) => readBy(control, ids));
    measures.set(id, digestOf([lineage, condition, looksAt]));
  }
  return measures;
}

/** Without its condition it would ask people in any case. */
export const isConditional = ({ type, review }: StoredTask): boolean =>
  type === "planning_review" && review?.requiresHumanApproval === true && review.condition !== undefined;

/**
 * Notes of what a version measures whether people let it be measured: all that they wrote or approved, and what a plan
 * measured when the run began. What they only left as a model had made it stays the model's.
 */
export function noteMeasures(state: RunState, by: "model" | "writer" | "approval"): void {
  for (const measure of measuresOf(tasksInForce(state)).values()) {
    const isTheirs = by === "writer" || state.startedAt === undefined;
    setOwn(state.measures, measure, by === "approval" || (getOwn(state.measures, measure) ?? isTheirs));
  }
}

/** A model has changed what the condition of this control measures: it asks whatever its condition says. */
export const asksRegardless = (state: RunState, taskId: string): boolean =>
  getOwn(state.measures, measuresOf(tasksInForce(state)).get(taskId) ?? "") === false;
