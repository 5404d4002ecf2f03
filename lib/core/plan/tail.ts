import { isSameJson } from "../json";
import { declaredAgent } from "./agents";
import { boundsAside } from "./compare/fingerprint";
import { ancestry, topologicalOrder } from "./graph";
import { renamePlaceholders, usedIds } from "./interpolate";
import { type Lineages, lineageOf } from "./lineage";
import { isNamedOnly, isSameWork } from "./said-again";
import { agent as agentSchema, type Issue, type Plan, type Task } from "./schema";
import type { RenameCause, Renamed, TailInput } from "./tail-input";

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
  /** The lineages that the run knows, and of new tasks those that carry one on without saying so. */
  lineages: Lineages;
  /** Errors make the plan unusable; warnings say what was changed. */
  issues: Issue[];
};

/**
 * The kept tasks in their order, followed by what is new in the tail. A tail task that repeats a usable kept one is
 * that one; any other whose id the run has used gets a fresh id, and references inside the tail follow it. The kept tasks
 * are unchanged, but for how people have one at work treated. The result still has to be validated.
 */
export function mergeTail(input: TailInput): MergedTail {
  const { current, keep } = input;
  const issues: Issue[] = [];
  const { agents, nameOf, renamed } = mergeAgents(input, issues);
  const tail = uniqueTasks(input.tail, issues).map((task) => withAgents(task, nameOf));
  const names = nameTail(tail, agents, input);
  const fresh = tail.filter((task) => !names.repeated.has(task.id));
  const { added, lineages } = inheritLineages(
    rewriteTasks(fresh, names.idOf, input, issues),
    names.renamed,
    input,
  );
  const said = new Map(tail.map((task) => [task.id, task]));
  const kept = current.tasks
    .filter((task) => keep.has(task.id))
    .map((task) => (names.repeated.has(task.id) ? treatedAsSaid(task, said.get(task.id), input) : task));
  return {
    plan: { ...current, agents, tasks: [...kept, ...waitingForReviewed(added, kept, input)] },
    added: added.map((task) => task.id),
    repeated: [...names.repeated],
    dropped: current.tasks.filter((task) => !keep.has(task.id)).map((task) => task.id),
    renamed: [...renamed, ...names.renamed],
    lineages,
    issues,
  };
}

/** A task at work, as people have it treated: that much needs no other task. */
function treatedAsSaid(kept: Task, said: Task | undefined, { atWork }: TailInput): Task {
  if (!said || atWork?.saidBy !== "person" || !atWork.ids.has(kept.id) || isNamedOnly(said, kept))
    return kept;
  const { id, dependsOn, replaces } = kept;
  const { replaces: _replaces, ...own } = said;
  return { ...own, id, dependsOn, ...(replaces !== undefined && { replaces }) };
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

const UNDESCRIBED = agentSchema.parse({});

/**
 * The current agents and those of the tail. The work of an agent that a kept task uses is never altered: the tail's gets a
 * fresh name instead. What bounds it is people's to set. `nameOf` says what a tail task's agent is called in the result.
 */
function mergeAgents(
  { current, keep, tail, version, atWork }: TailInput,
  issues: Issue[],
): {
  agents: Plan["agents"];
  nameOf: (name: string) => string;
  renamed: Renamed[];
} {
  const kept = current.tasks.filter((task) => keep.has(task.id));
  const inUse = agentsOf(kept);
  const wanted = agentsOf(tail.tasks);
  const taken = new Set([...Object.keys(current.agents), ...Object.keys(tail.agents)]);
  const agents = new Map(Object.entries(current.agents));
  const names = new Map<string, string>();
  for (const [name, agent] of Object.entries(tail.agents)) {
    const before = declaredAgent(current, name);
    if (before && (isSameJson(before, agent) || isSameJson(agent, UNDESCRIBED))) continue;
    const isBounded =
      atWork?.saidBy === "person" && before && isSameJson(boundsAside(before), boundsAside(agent));
    const to = before && inUse.has(name) && !isBounded ? freshName(name, version, taken) : name;
    const isOfNobody = to !== name && !wanted.has(name);
    if (isOfNobody && agent.policy && !isSameJson(agent.policy, before?.policy ?? null))
      issues.push(policyOfNobody(name));
    if (to !== name) names.set(name, to);
    agents.set(to, agent);
  }
  return {
    agents: Object.fromEntries(agents),
    nameOf: (name) => names.get(name) ?? name,
    renamed: [...names].map(([from, to]) => ({ what: "agent", from, to, why: "agent_in_use" })),
  };
}

const agentsOf = (tasks: readonly Task[]): ReadonlySet<string> =>
  new Set(tasks.flatMap(({ agent, review }) => [agent, ...(review?.reviewers ?? [])]));

/** Refuses a policy that would seem to bind work that is there, and binds nothing. */
const policyOfNobody = (name: string): Issue => ({
  severity: "error",
  code: "unsupported",
  message: `The policy for "${name}" would hold for no task: finished or running work uses that agent as it was, and no new task does. Give it to an agent of new tasks, or leave it out: people set policies of work that is there.`,
  path: `agents.${name}.policy`,
});

/** `<name>_v<version>`, with a further number if even that is taken; the result is taken from then on. */
function freshName(name: string, version: number, taken: Set<string>): string {
  const stem = name.replace(/_v\d+$/, "");
  const base = `${taken.has(stem) ? stem : name}_v${version}`;
  let fresh = base;
  for (let n = 2; taken.has(fresh); n += 1) fresh = `${base}_${n}`;
  taken.add(fresh);
  return fresh;
}

// Ids that readers make up from a position: the same one again need not mean the same task.
const POSITIONAL = /^(step|task)_\d+(_v?\d+)*$/;
export const isPositional = (id: string): boolean => POSITIONAL.test(id);

/**
 * The lineages that new tasks carry on without saying so. A task renamed only because its id was used carries on that
 * id's, unless the id is a mere position and the titles differ. If nothing replaces the failed task, the first new task
 * that carries on nothing does. `replaces` is filled in where the titles agree too: what is about the earlier task
 * follows it, and a lineage alone, by which limits are counted, does not make the new task the same.
 */
function inheritLineages(
  added: readonly Task[],
  renamed: readonly Renamed[],
  input: TailInput,
): { added: Task[]; lineages: Lineages } {
  const formerId = new Map(renamed.map(({ from, to }) => [to, from]));
  const titles = new Map(input.current.tasks.map(({ id, title }) => [id, title]));
  const lineages = new Map(input.lineages);
  const lineageOfId = (id: string): string => lineages.get(id) ?? id;
  const carryOn = (task: Task, id: string): Task => {
    lineages.set(task.id, lineageOfId(id));
    return task.replaces === undefined && titles.get(id) === task.title ? { ...task, replaces: id } : task;
  };
  const tasks = added.map((task) => {
    const from = formerId.get(task.id);
    if (task.replaces !== undefined || from === undefined) return task;
    return !isPositional(from) || titles.get(from) === task.title ? carryOn(task, from) : task;
  });
  const failed = input.failedTaskId;
  if (failed === undefined || tasks.some((task) => lineageOf(task, lineages) === lineageOfId(failed)))
    return { added: tasks, lineages };
  const successor = tasks.find((task) => task.replaces === undefined && !lineages.has(task.id));
  return { added: tasks.map((task) => (task === successor ? carryOn(task, failed) : task)), lineages };
}

/** A review waits for what it reviews, as in any plan that is read, unless that has ended without a result. */
function waitingForReviewed(added: readonly Task[], kept: readonly Task[], { usable }: TailInput): Task[] {
  const isAncestor = ancestry([...kept, ...added]);
  return added.map((task) => {
    const looksAt = task.review?.previousTasks ?? [];
    const unawaited = looksAt.filter((id) => usable.has(id) && !isAncestor(task.id, id));
    return unawaited.length > 0 ? { ...task, dependsOn: [...task.dependsOn, ...unawaited] } : task;
  });
}

type TailNames = {
  /** The id in the new plan of every task that the tail defines. */
  idOf: Map<string, string>;
  /** Tail ids that only repeat a kept task. */
  repeated: Set<string>;
  renamed: Renamed[];
};

/** Decides for each tail task whether it is a kept one, new under its own id, or new under a fresh id. */
function nameTail(tasks: readonly Task[], agents: Plan["agents"], input: TailInput): TailNames {
  const names: TailNames = { idOf: new Map(), repeated: new Set(), renamed: [] };
  const current = new Map(input.current.tasks.map((task) => [task.id, task]));
  const used = new Set([...input.usedIds, ...current.keys()]);
  const taken = new Set([...used, ...tasks.map((task) => task.id)]);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const decide = (task: Task): string => {
    const kept = input.usable.has(task.id) ? current.get(task.id) : undefined;
    if (kept && repeats(task, kept, names.idOf, { ...input, tail: { agents } })) {
      names.repeated.add(task.id);
      return task.id;
    }
    if (!used.has(task.id)) return task.id;
    const fresh = freshName(task.id, input.version, taken);
    names.renamed.push({ what: "task", from: task.id, to: fresh, why: renameCause(task.id, input) });
    return fresh;
  };
  // Dependencies first: whether a task repeats a kept one depends on what became of them.
  for (const id of topologicalOrder(tasks)) {
    const task = byId.get(id);
    if (task) names.idOf.set(id, decide(task));
  }
  return names;
}

/** The same work, with no dependency that the kept task did not have; people say all of those of a task at work. */
function repeats(
  task: Task,
  kept: Task,
  idOf: Map<string, string>,
  { tail, current, atWork }: Pick<TailInput, "current" | "atWork"> & { tail: Pick<Plan, "agents"> },
): boolean {
  const known = new Set(kept.dependsOn);
  const named = new Set(task.dependsOn.map((id) => idOf.get(id) ?? id));
  if ([...named].some((id) => !known.has(id))) return false;
  const isAllSaid = atWork?.saidBy === "person" && atWork.ids.has(kept.id);
  if (isAllSaid && isNamedOnly(task, kept)) return true;
  return (!isAllSaid || named.size === known.size) && isSameWork(task, kept, { tail, current }, atWork);
}

function renameCause(id: string, { keep, usable }: TailInput): RenameCause {
  if (!keep.has(id)) return "used_before";
  if (usable.has(id)) return "other_work";
  return "no_result";
}

type Rewriting = {
  /** The id in the new plan; undefined for a task that the new plan lacks or that has no result. */
  resolve: (id: string) => string | undefined;
  /** All ids that a placeholder may name. */
  ids: ReadonlySet<string>;
  input: TailInput;
  issues: Issue[];
};

/**
 * The new tasks of a tail with their references as the new plan has them. An id that the tail defines means the
 * tail's task, except in the task itself: there it means the earlier one.
 */
function rewriteTasks(
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
