import type { Issue, Plan, Task } from "./schema";
import { mergeAgents } from "./tail-agents";
import type { Renamed, TailInput } from "./tail-input";
import { inheritLineages, type Replacement } from "./tail-lineage";
import { nameTail } from "./tail-names";
import { rewriteTasks } from "./tail-rewrite";

/** Replacing the tail of a plan (docs/plans.md, "Replacing the tail"). */

export type MergedTail = {
  plan: Plan;
  /** Ids of the new tasks, in plan order. */
  added: string[];
  /** Kept tasks that the tail repeats. */
  repeated: string[];
  /** Ids of the current plan that the new one no longer has. */
  dropped: string[];
  renamed: Renamed[];
  /** New tasks that carry on the lineage of an earlier one; the same is in their `replaces`. */
  replaced: Replacement[];
  /** Errors make the plan unusable; warnings say what was changed. */
  issues: Issue[];
};

/**
 * The kept tasks, unchanged and in their order, followed by what is new in the tail. A tail task that repeats a
 * usable kept one is that one; any other whose id the run has used gets a fresh id, and references inside the tail
 * follow it. The result still has to be validated.
 */
export function mergeTail(input: TailInput): MergedTail {
  const { current, keep } = input;
  const issues: Issue[] = [];
  const { agents, nameOf, renamed } = mergeAgents(input);
  const tail = uniqueTasks(input.tail, issues).map((task) => withAgents(task, nameOf));
  const names = nameTail(tail, agents, input);
  const fresh = tail.filter((task) => !names.repeated.has(task.id));
  const added = inheritLineages(rewriteTasks(fresh, names.idOf, input, issues), names.renamed, input);
  return {
    plan: { ...current, agents, tasks: [...current.tasks.filter((task) => keep.has(task.id)), ...added] },
    added: added.map((task) => task.id),
    repeated: [...names.repeated],
    dropped: current.tasks.filter((task) => !keep.has(task.id)).map((task) => task.id),
    renamed: [...renamed, ...names.renamed],
    replaced: added.flatMap(({ id, replaces }) => (replaces === undefined ? [] : { taskId: id, replaces })),
    issues,
  };
}

function withAgents(task: Task, nameOf: (name: string) => string): Task {
  const named = { ...task, agent: nameOf(task.agent) };
  const { review } = task;
  return review ? { ...named, review: { ...review, reviewers: review.reviewers.map(nameOf) } } : named;
}

function uniqueTasks(tail: Plan, issues: Issue[]): Task[] {
  const seen = new Set<string>();
  return tail.tasks.filter(({ id }) => {
    if (!seen.has(id)) return seen.add(id);
    const message = `Two new tasks have the id "${id}": give each its own.`;
    issues.push({ severity: "error", code: "duplicate_id", message, taskId: id });
    return false;
  });
}
