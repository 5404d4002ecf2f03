import { isSameJson } from "../../json";
import { quoted } from "../../legible/marked";
import { ancestry } from "../graph";
import { type PlanReach, reachIn } from "../reach";
import type { Issue, Plan } from "../schema";

/**
 * A plan in force before and after it was edited. `answered`: failures that the next version answers; `again`: what is wanted
 * once more as it is.
 */
type EditedPlan = {
  before: Plan;
  after: Plan;
  again?: ReadonlySet<string>;
  ended: ReadonlySet<string>;
  answered: ReadonlySet<string>;
  succeeded: ReadonlySet<string>;
  /** What each task may change outside. */
  reach: PlanReach | undefined;
};

/**
 * The tail that edits of a plan in force come to (docs/plans.md, "Edits in an answer"): what is open, what has ended and is
 * edited, and all that builds on it. Work that has acted outside is not done again by an edit: its errors say so.
 */
export function editedTail(edited: EditedPlan): { plan: Plan } | { errors: Issue[] } {
  const { before, after, again = new Set(), ended, answered, succeeded, reach } = edited;
  const old = new Map(before.tasks.map((task) => [task.id, task]));
  const changed = after.tasks.filter((task) => !isSameJson(task, old.get(task.id) ?? null));
  const begin = [...changed.map(({ id }) => id), ...again, ...answered].filter((id) => ended.has(id));
  const isAncestor = ancestry(after.tasks);
  const isAgain = (id: string) => begin.some((from) => from === id || isAncestor(id, from));
  const tasks = after.tasks
    .filter(({ id }) => !ended.has(id) || isAgain(id))
    .map((task) => (old.has(task.id) ? { ...task, replaces: task.id } : task));
  const acted = tasks.filter((task) => succeeded.has(task.id) && reachIn(reach, task).length > 0);
  if (acted.length === 0) return { plan: { ...after, tasks } };
  return {
    errors: acted.map(({ id, title }) => ({
      severity: "error",
      code: "unread",
      path: "edit",
      taskId: id,
      message: `edit: ${quoted(title)} has been done, may have acted outside, and would be done again: write the tail.`,
    })),
  };
}
