import { renamePlaceholders, usedIds } from "./interpolate";
import type { Issue, Task } from "./schema";
import type { TailInput } from "./tail-input";

/**
 * The new tasks of a tail with their references as the new plan has them. An id that the tail defines means the
 * tail's task, except in the task itself: there it means the earlier one.
 */
export function rewriteTasks(
  tasks: readonly Task[],
  idOf: ReadonlyMap<string, string>,
  input: TailInput,
  issues: Issue[],
): Task[] {
  const ids = new Set([...input.usedIds, ...idOf.keys()]);
  return tasks.map((task) => {
    const own = String(idOf.get(task.id));
    const resolve = (id: string): string | undefined => {
      const earlier = input.usable.has(id) ? id : undefined;
      return id === task.id && own !== id && earlier ? earlier : (idOf.get(id) ?? earlier);
    };
    return rewriteTask({ ...task, id: own }, { resolve, ids, input, issues });
  });
}

type Rewriting = {
  /** The id in the new plan; undefined for a task that the new plan lacks or that has no result. */
  resolve: (id: string) => string | undefined;
  /** All ids that a placeholder may name. */
  ids: ReadonlySet<string>;
  input: TailInput;
  issues: Issue[];
};

function rewriteTask(task: Task, { resolve, ids, input, issues }: Rewriting): Task {
  const report = (severity: Issue["severity"], path: string, message: string): void => {
    issues.push({ severity, code: "missing_dependency", message, taskId: task.id, path });
  };
  const listed = task.dependsOn.map((id) => {
    const resolved = resolve(id);
    if (resolved === undefined) report("error", "dependsOn", missingDependency(task.id, id, input));
    return resolved ?? id;
  });
  const roots = listed.length === 0 && input.rootsDependOn !== undefined ? [input.rootsDependOn] : listed;
  const named = task.type === "direct" ? [] : usedIds(task.input, ids);
  const { replaces, ...rest } = task;
  const result: Task = {
    ...rest,
    // A finished task named by a placeholder is a dependency, even if the tail forgot to list it.
    dependsOn: [
      ...roots,
      ...named.filter((id) => resolve(id) === id && input.usable.has(id) && !roots.includes(id)),
    ],
  };
  const renamed = new Map(named.map((id) => [id, resolve(id) ?? id]));
  if (named.length > 0) result.input = renamePlaceholders(task.input, ids, renamed);
  if (task.review) {
    const previousTasks = task.review.previousTasks.flatMap((id) => {
      const resolved = resolve(id) ?? (input.keep.has(id) ? id : undefined);
      const gone = `"${id}" is not in the plan any more and is not reviewed.`;
      if (resolved === undefined) report("warning", "review.previousTasks", gone);
      return resolved ?? [];
    });
    result.review = { ...task.review, previousTasks };
  }
  if (replaces === undefined) return result;
  if (input.usedIds.has(replaces)) return { ...result, replaces };
  report("warning", "replaces", `No task "${replaces}" exists to be replaced.`);
  return result;
}

function missingDependency(id: string, dependency: string, { keep, usedIds: used }: TailInput): string {
  const problem = `"${id}" depends on "${dependency}"`;
  if (keep.has(dependency)) return `${problem}, which has no result: depend on new work that does it again.`;
  if (used.has(dependency))
    return `${problem}, which the new plan drops: define it again, or depend on another task.`;
  return `${problem}, which no task has as its id: correct or remove it.`;
}
