import type { Task } from "./schema";

export type Lineages = ReadonlyMap<string, string>;

/** The lineage of a task: its own if the run knows it, else that of the task it replaces, else a new one. */
export function lineageOf(task: Pick<Task, "id" | "replaces">, lineages: Lineages = new Map()): string {
  const known = lineages.get(task.id);
  if (known !== undefined) return known;
  if (task.replaces === undefined) return task.id;
  return lineages.get(task.replaces) ?? task.replaces;
}
