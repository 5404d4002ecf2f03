import { ancestry } from "../../graph";
import type { Task } from "../../schema";
import type { Report } from "../report";

/**
 * A review waits for what it reviews: a previous task that is not an ancestor becomes a dependency, with a warning. One
 * that itself waits for the review, or is the review, is an error. Tasks outside the list are left alone.
 */
export function linkReviews(tasks: readonly Task[], report: Report): Task[] {
  const ids = new Set(tasks.map((task) => task.id));
  const isAncestor = ancestry(tasks);
  return tasks.map((task) => {
    if (!task.review) return task;
    const previous = new Set(task.review.previousTasks);
    const later = new Set([...previous].filter((id) => id === task.id || isAncestor(id, task.id)));
    const added = [...previous].filter(
      (id) => ids.has(id) && !later.has(id) && !isAncestor(task.id, id) && !task.dependsOn.includes(id),
    );
    const path = `${task.id}.review.previousTasks`;
    for (const id of later) report.unread(path, id, `comes after "${task.id}", which cannot review it`);
    for (const id of added)
      report.warn(
        "added_dependency",
        path,
        `"${task.id}" reviews "${id}" and now depends on it too.`,
        task.id,
      );
    if (later.size === 0 && added.length === 0) return task;
    const previousTasks = task.review.previousTasks.filter((id) => !later.has(id));
    return {
      ...task,
      dependsOn: [...task.dependsOn, ...added],
      review: { ...task.review, previousTasks },
    };
  });
}
