import { getOwn } from "../own";
import { ancestry } from "../plan/graph";
import type { PlanReach } from "../plan/reach";
import type { Plan, Task } from "../plan/schema";
import type { TaskStatus } from "../run/status";
import type { DropReason } from "./items";

/** What a refinement is held against, all of one moment. */
export type RefineBase = {
  current: Plan;
  status: ReadonlyMap<string, TaskStatus>;
  /** Tasks of which nothing has happened yet. */
  unstarted: ReadonlySet<string>;
  /** Every task id the run ever had. */
  usedIds: ReadonlySet<string>;
  /** Tasks whose result is held against a check that a person wrote or approved. */
  checkedByPeople: ReadonlySet<string>;
  /** Tasks on which work rests that people let act, or the condition of a control. */
  restedOn: ReadonlySet<string>;
  /** New tasks that name nothing to come after wait for these. */
  about: readonly string[];
  /** By which tools the tasks of a plan may change something outside. */
  reachOf: (plan: Plan) => PlanReach;
  /** Whether tasks with such tools may be added, and changed where no control guards them. */
  mayWrite: boolean;
};

/** The same with what follows of it for single tasks. */
export type Rest = RefineBase & {
  byId: ReadonlyMap<string, Task>;
  /** The task may change something outside and a control of people stands before it. */
  isGuarded: (task: Task) => boolean;
  writes: (task: Task) => boolean;
};

export function restOf(base: RefineBase): Rest {
  const { current } = base;
  const isAncestor = ancestry(current);
  const controls = current.tasks.filter(isControl).map(({ id }) => id);
  const writes = (task: Task) => getOwn(base.reachOf({ ...current, tasks: [task] }), task.id) !== undefined;
  return {
    ...base,
    byId: new Map(current.tasks.map((task) => [task.id, task])),
    writes,
    isGuarded: (task) => controls.some((control) => isAncestor(task.id, control)) && writes(task),
  };
}

/** Whether people have to let pass what comes after it. */
export const isControl = ({ type, review }: Task): boolean =>
  type === "human_review" || review?.requiresHumanApproval === true;

/** Whether a refinement may touch tasks of this type at all. */
export const isRefinable = ({ type }: Task): boolean => type === "task" || type === "direct";

/** Why no refinement touches this task, whatever it wants of it. */
export function untouchable(task: Task | undefined, rest: Rest): DropReason | undefined {
  if (!task) return "unknown_task";
  if (!rest.unstarted.has(task.id)) return "started";
  if (!isRefinable(task)) return "kind";
  return rest.isGuarded(task) ? "guarded" : undefined;
}
