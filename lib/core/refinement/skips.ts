import { ancestry } from "../plan/graph";
import { usedIds } from "../plan/interpolate";
import type { Task } from "../plan/schema";
import { isTerminalTask } from "../run/status";
import type { DropReason, RefinedItem } from "./items";
import { isControl, type Rest, untouchable } from "./rest";

/** The plan as it is to be, with what was changed in it. */
type NextPlan = Rest & { tasks: readonly Task[]; changed: ReadonlyMap<string, Task> };

/**
 * The tasks that nobody misses: no unskipped one needs their result, people are not shown it, and nothing begins before
 * what it had to wait for through them.
 */
export function acceptSkips(
  skip: readonly RefinedItem[],
  next: NextPlan,
  drop: (taskId: string, why: DropReason) => void,
): RefinedItem[] {
  const taken = new Map<string, RefinedItem>();
  for (const { taskId, reason } of skip) {
    const why = taken.has(taskId) ? "twice" : skipProblem(taskId, next);
    if (why) drop(taskId, why);
    else taken.set(taskId, { taskId, reason });
  }
  // Of several skips each may rest on another one: without that it is looked at again.
  for (let found = missedSkip(taken, next); found; found = missedSkip(taken, next)) {
    taken.delete(found.taskId);
    drop(found.taskId, found.why);
  }
  return [...taken.values()];
}

function skipProblem(taskId: string, next: NextPlan): DropReason | undefined {
  const why = untouchable(next.byId.get(taskId), next);
  if (why) return why;
  if (next.changed.has(taskId)) return "twice";
  if (next.checkedByPeople.has(taskId)) return "checked";
  if (next.restedOn.has(taskId)) return "passed";
  const isShown = openTasks(next).some((task) => isControl(task) && task.dependsOn.includes(taskId));
  return isShown ? "shown" : undefined;
}

const openTasks = ({ tasks, status }: NextPlan): Task[] =>
  tasks.filter(({ id }) => !isTerminalTask(status.get(id) ?? "pending"));

function missedSkip(
  taken: ReadonlyMap<string, RefinedItem>,
  next: NextPlan,
): { taskId: string; why: DropReason } | undefined {
  if (taken.size === 0) return;
  const open = openTasks(next);
  const left = open.filter(({ id }) => !taken.has(id));
  const isBefore = ancestry(open);
  const stillBefore = ancestry(left);
  const byId = new Map(open.map((task) => [task.id, task]));
  for (const taskId of taken.keys()) {
    if (left.some((task) => needs(task, byId.get(taskId) as Task, taken))) return { taskId, why: "named" };
    const later = left.filter(({ dependsOn }) => dependsOn.includes(taskId));
    const earlier = left.filter(({ id }) => isBefore(taskId, id));
    if (later.some((task) => !earlier.every(({ id }) => stillBefore(task.id, id))))
      return { taskId, why: "order" };
  }
  return;
}

/** Does this task build on the result of the other one? A program and a check may, whatever they call it. */
function needs(task: Task, { id }: Task, taken: ReadonlyMap<string, unknown>): boolean {
  const { type, input, dependsOn, verification, review } = task;
  if (type !== "direct" && usedIds(input, new Set([id])).length > 0) return true;
  if (mentions(JSON.stringify([verification, review?.condition]), id)) return true;
  if (!dependsOn.includes(id)) return false;
  return type === "direct" || (type === "synthesis_gate" && dependsOn.every((one) => taken.has(one)));
}

/** As a word of its own, where the id is one. */
const mentions = (text: string, id: string): boolean =>
  /^[\w-]+$/.test(id) ? text.split(/[^\w-]+/).includes(id) : text.includes(id);
