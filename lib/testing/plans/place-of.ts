import type { Place } from "@/lib/core/comments/anchor";
import { lineageOf } from "@/lib/core/plan/lineage";
import { plan as planSchema, type Task } from "@/lib/core/plan/schema";

type Draft = Partial<Task> & { id: string };

/** A plan version of these tasks, behind another one of the same run. */
export function placeOf(tasks: Draft[], version = 1, before?: Place, head: object = {}): Place {
  const plan = planSchema.parse({ title: "Plan", ...head, tasks: tasks.map((t) => ({ title: t.id, ...t })) });
  const lineages = new Map(before?.lineages);
  const replaces = new Map(before?.replaces);
  for (const task of plan.tasks) {
    lineages.set(task.id, lineageOf(task, lineages));
    if (task.replaces !== undefined) replaces.set(task.id, task.replaces);
  }
  return { plan, version, lineages, replaces };
}
