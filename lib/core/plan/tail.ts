import { placeholdersOf, renamePlaceholders } from "./interpolate";
import type { Issue, Plan, Task } from "./schema";
import { mergeAgents } from "./tail-agents";
import { passLineages, type Replacement } from "./tail-lineage";
import { nameTail, type TailNames } from "./tail-names";

/** Replacing the tail of a plan (docs/plans.md, "Replacing the tail"). */

export type TailInput = {
  current: Plan;
  /** Ids of tasks that stay as they are: finished or still running. */
  keep: ReadonlySet<string>;
  /** Ids that a new task may depend on: succeeded, skipped or running. */
  usable: ReadonlySet<string>;
  /** Every task id the run ever had. */
  usedIds: ReadonlySet<string>;
  tail: Plan;
  /** Number of the version that this will be. */
  version: number;
  /** What tail tasks without dependencies wait for: the review that asked for the new tail. */
  rootsDependOn?: string;
  /** The task whose failure caused the replan; its lineage goes on in the tail. */
  failedTaskId?: string;
};

export type Renamed = { what: "task" | "agent"; from: string; to: string; why: string };

export type MergedTail = {
  plan: Plan;
  /** Ids of the new tasks, in plan order. */
  added: string[];
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
  const tail = uniqueTasks(input.tail, issues).map((task) => ({ ...task, agent: nameOf(task.agent) }));
  const names = nameTail(tail, agents, input);
  const rewritten = tail
    .filter((task) => !names.repeated.has(task.id))
    .map((task) => rewriteTask(task, names, input, issues));
  const added = passLineages(rewritten, names.renamed, input);
  return {
    plan: { ...current, agents, tasks: [...current.tasks.filter((task) => keep.has(task.id)), ...added] },
    added: added.map((task) => task.id),
    dropped: current.tasks.filter((task) => !keep.has(task.id)).map((task) => task.id),
    renamed: [...renamed, ...names.renamed],
    replaced: added.flatMap(({ id, replaces }) => (replaces === undefined ? [] : { taskId: id, replaces })),
    issues,
  };
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

/** The task with its references as the new plan has them. An id that the tail defines means the tail's task. */
function rewriteTask(task: Task, { idOf }: TailNames, input: TailInput, issues: Issue[]): Task {
  const id = idOf.get(task.id) ?? task.id;
  const report = (severity: Issue["severity"], message: string, path: string): void => {
    issues.push({ severity, code: "missing_dependency", message, taskId: id, path });
  };
  for (const dependency of task.dependsOn) {
    if (idOf.has(dependency) || input.usable.has(dependency)) continue;
    report("error", missingDependency(id, dependency, input), "dependsOn");
  }
  const ids = new Set([...input.usedIds, ...idOf.keys()]);
  const own = task.dependsOn.map((dependency) => idOf.get(dependency) ?? dependency);
  const roots = own.length === 0 && input.rootsDependOn !== undefined ? [input.rootsDependOn] : own;
  const { replaces, ...rest } = task;
  const result: Task = {
    ...rest,
    id,
    input: task.type === "direct" ? task.input : renamePlaceholders(task.input, ids, idOf),
    dependsOn: [...roots, ...earlierResults(task, ids, roots, { idOf, usable: input.usable })],
  };
  if (task.review) {
    const previousTasks = task.review.previousTasks.flatMap((previous) => {
      if (idOf.has(previous) || input.keep.has(previous)) return idOf.get(previous) ?? previous;
      report(
        "warning",
        `"${previous}" is not in the plan any more and is not reviewed.`,
        "review.previousTasks",
      );
      return [];
    });
    result.review = { ...task.review, previousTasks };
  }
  if (replaces !== undefined && input.usedIds.has(replaces)) result.replaces = replaces;
  else if (replaces !== undefined)
    report("warning", `No task "${replaces}" exists to be replaced.`, "replaces");
  return result;
}

/** A finished task named by a placeholder is a dependency, even if the tail forgot to list it. */
function earlierResults(
  task: Task,
  ids: ReadonlySet<string>,
  listed: readonly string[],
  known: { idOf: ReadonlyMap<string, string>; usable: ReadonlySet<string> },
): string[] {
  if (task.type === "direct") return [];
  const named = new Set(placeholdersOf(task.input, ids).map((placeholder) => placeholder.id));
  return [...named].filter((id) => known.usable.has(id) && !known.idOf.has(id) && !listed.includes(id));
}

function missingDependency(id: string, dependency: string, { keep, usedIds }: TailInput): string {
  if (keep.has(dependency)) {
    return `"${id}" depends on "${dependency}", which has no result: depend on new work that does it again.`;
  }
  if (usedIds.has(dependency)) {
    return `"${id}" depends on "${dependency}", which the new plan drops: define it again, or depend on something else.`;
  }
  return `"${id}" depends on "${dependency}", which no task has as its id: correct or remove it.`;
}
