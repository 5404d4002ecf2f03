import { ancestry } from "./graph";
import { placeholdersOf } from "./interpolate";
import type { Issue, Plan } from "./schema";

/** Placeholders that will never have a value: those that name no ancestor of their task. */
export function placeholderIssues(plan: Plan, known: ReadonlySet<string>): Issue[] {
  const ids = new Set([...plan.tasks.map((task) => task.id), ...known]);
  const isAncestor = ancestry(plan);
  return plan.tasks
    .filter((task) => task.type !== "direct")
    .flatMap(({ id: taskId, input }) => {
      const wrong = placeholdersOf(input, ids).filter(
        ({ id, known: named }) => !named || !(known.has(id) || isAncestor(taskId, id)),
      );
      return wrong.map(({ text, id, known: named }): Issue => {
        const message = named
          ? `${text} in "${taskId}": it does not depend on "${id}". Add "${id}" to its dependencies.`
          : `${text} in "${taskId}": no task "${id}" exists. Use the id of a task it depends on.`;
        return { severity: "error", code: "unknown_placeholder", message, taskId, path: "input" };
      });
    });
}
