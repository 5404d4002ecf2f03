import { declaredAgent } from "./agents";
import { workDigest } from "./fingerprint";
import { topologicalOrder } from "./graph";
import type { Plan, Task } from "./schema";
import { freshName } from "./tail-agents";
import type { Renamed, TailInput } from "./tail-input";

export type TailNames = {
  /** The id in the new plan of every task that the tail defines. */
  idOf: Map<string, string>;
  /** Tail ids that only repeat a kept task. */
  repeated: Set<string>;
  renamed: Renamed[];
};

/** Decides for each tail task whether it is a kept one, new under its own id, or new under a fresh id. */
export function nameTail(tasks: readonly Task[], agents: Plan["agents"], input: TailInput): TailNames {
  const names: TailNames = { idOf: new Map(), repeated: new Set(), renamed: [] };
  const current = new Map(input.current.tasks.map((task) => [task.id, task]));
  const used = new Set([...input.usedIds, ...current.keys()]);
  const taken = new Set([...used, ...tasks.map((task) => task.id)]);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const decide = (task: Task): string => {
    const kept = input.usable.has(task.id) ? current.get(task.id) : undefined;
    if (kept && repeats(task, kept, names.idOf, { agents, current: input.current })) {
      names.repeated.add(task.id);
      return task.id;
    }
    if (!used.has(task.id)) return task.id;
    const fresh = freshName(task.id, input.version, taken);
    names.renamed.push({ what: "task", from: task.id, to: fresh, why: reasonOf(task.id, input) });
    return fresh;
  };
  // Dependencies first: whether a task repeats a kept one depends on what became of them.
  for (const id of topologicalOrder(tasks)) {
    const task = byId.get(id);
    if (task) names.idOf.set(id, decide(task));
  }
  return names;
}

/**
 * The same work, with no dependency that the kept task did not have. A mention, which has the kept task's title and
 * says nothing of the work, counts as the same.
 */
function repeats(
  task: Task,
  kept: Task,
  idOf: Map<string, string>,
  plans: { agents: Plan["agents"]; current: Plan },
): boolean {
  const known = new Set(kept.dependsOn);
  if (!task.dependsOn.every((id) => known.has(idOf.get(id) ?? id))) return false;
  if (task.title === kept.title && task.input === "" && task.details.length === 0) return true;
  const own = workDigest(task, declaredAgent(plans, task.agent));
  return own === workDigest(kept, declaredAgent(plans.current, kept.agent));
}

function reasonOf(id: string, { keep, usable }: TailInput): string {
  if (!keep.has(id)) return "a task of an earlier plan version had that id";
  if (usable.has(id)) return "the finished or running task of that id does different work and keeps it";
  return "the task of that id has ended without a result and keeps it";
}
