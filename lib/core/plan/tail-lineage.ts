import type { Task } from "./schema";
import type { Renamed, TailInput } from "./tail-input";

export type Replacement = { taskId: string; replaces: string };

// Ids that readers make up from a position: the same one again need not mean the same task.
const POSITIONAL = /^(step|task)_\d+(_v?\d+)*$/;

/**
 * The new tasks with `replaces` filled in. A task renamed only because its id was used carries on that id's
 * lineage, unless the id is a mere position and the titles differ. If nothing replaces the failed task, the first
 * new task that replaces nothing does.
 */
export function inheritLineages(
  added: readonly Task[],
  renamed: readonly Renamed[],
  input: TailInput,
): Task[] {
  const formerId = new Map(renamed.map(({ from, to }) => [to, from]));
  const current = new Map(input.current.tasks.map((task) => [task.id, task]));
  const tasks = added.map((task) => {
    const from = formerId.get(task.id);
    if (task.replaces !== undefined || from === undefined) return task;
    const same = !POSITIONAL.test(from) || current.get(from)?.title === task.title;
    return same ? { ...task, replaces: from } : task;
  });
  const failed = input.failedTaskId;
  if (failed === undefined) return tasks;
  const line = new Set<string>();
  for (
    let id: string | undefined = failed;
    id !== undefined && !line.has(id);
    id = current.get(id)?.replaces
  ) {
    line.add(id);
  }
  if (tasks.some(({ replaces }) => replaces !== undefined && line.has(replaces))) return tasks;
  const successor = tasks.find((task) => task.replaces === undefined) ?? tasks[0];
  return tasks.map((task) => (task === successor ? { ...task, replaces: failed } : task));
}
