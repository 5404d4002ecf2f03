import { isSameJson } from "../json";
import { declaredAgent, isBuiltInAgent } from "../plan/agents";
import { ancestors } from "../plan/graph";
import { placeholdersOf, usedIds } from "../plan/interpolate";
import type { Plan, Task } from "../plan/schema";
import { isTerminalTask, type TaskStatus } from "../run/status";
import type { DropReason, RefinedItem, RefinementFacts, RefinementItems, RefinementPart } from "./items";
import { isRefinable, type RefineBase, type Rest, restOf, untouchable } from "./rest";
import { acceptSkips } from "./skips";

/** The plan with what was taken of a refinement; skipped tasks stay in it. */
export type Refined = { plan: Plan; changesPlan: boolean } & Omit<RefinementFacts, "summary">;

/**
 * Takes of a refinement what fits the plan as it stands, item by item, and says of the rest why not (docs/engine.md,
 * "Refinements"). Human gates, reviews, synthesis gates, guarded work, and whatever has begun stay as they are; so do
 * agents, tools and checks. The plan still has to be validated.
 */
export function refine(items: RefinementItems, base: RefineBase): Refined {
  const dropped: RefinementFacts["dropped"] = [];
  const drop = (part: RefinementPart, taskId: string, why: DropReason) =>
    void dropped.push({ part, taskId, why });
  const rest = restOf(base);
  const added = acceptAdditions(items.add, rest, (id, why) => drop("add", id, why));
  const changed = acceptChanges(items.modify, { ...rest, added }, (id, why) => drop("modify", id, why));
  const tasks = withAdditions(
    base.current.tasks.map((task) => changed.get(task.id) ?? task),
    added,
  );
  const skipped = acceptSkips(items.skip, { ...rest, tasks, changed }, (id, why) => drop("skip", id, why));
  const taken = (said: readonly RefinedItem[], ids: Pick<ReadonlyMap<string, unknown>, "has">) =>
    said.flatMap(({ taskId, reason }) => (ids.has(taskId) ? { taskId, reason } : []));
  return {
    plan: { ...base.current, tasks },
    changesPlan: added.size + changed.size > 0,
    modified: taken(firstOfEach(items.modify), changed),
    added: taken(firstOfEach(items.add.map(({ task, reason }) => ({ taskId: task.id, reason }))), added),
    skipped,
    dropped,
  };
}

type Drop = (taskId: string, why: DropReason) => void;

function firstOfEach<T extends { taskId: string }>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ taskId }) => !seen.has(taskId) && seen.add(taskId));
}

/** An addition may come after another one, wherever that stands in the list. */
function acceptAdditions(add: RefinementItems["add"], rest: Rest, drop: Drop): Map<string, Task> {
  const accepted = new Map<string, Task>();
  const ids = new Set([...rest.byId.keys(), ...add.map(({ task }) => task.id)]);
  let waiting = add.flatMap(({ task, after }) => {
    const next = additionOf(task, after, ids, rest);
    const why = additionProblem(next, rest);
    if (why) drop(task.id, why);
    return why ? [] : next;
  });
  const isKnown = (id: string) => rest.byId.has(id) || accepted.has(id);
  for (let before = -1; before !== accepted.size; ) {
    before = accepted.size;
    waiting = waiting.filter((task) => {
      if (accepted.has(task.id) || !task.dependsOn.every(isKnown)) return true;
      accepted.set(task.id, task);
      return false;
    });
  }
  for (const { id } of waiting) drop(id, accepted.has(id) ? "id_used" : "unknown_task");
  return accepted;
}

/** What stands for a control, or carries on another task's lineage, is left out. */
function additionOf(
  { replaces: _replaces, review: _review, gate: _gate, ...task }: Task,
  after: readonly string[],
  ids: ReadonlySet<string>,
  { about }: Rest,
): Task {
  const named = task.type === "direct" ? [] : usedIds(task.input, ids);
  const dependsOn = [...new Set([...after, ...task.dependsOn, ...named])];
  return { ...task, dependsOn: dependsOn.length > 0 ? dependsOn : [...about] };
}

function additionProblem(task: Task, rest: Rest): DropReason | undefined {
  if (rest.usedIds.has(task.id) || rest.byId.has(task.id)) return "id_used";
  if (!isRefinable(task)) return "kind";
  const { agent } = task;
  if (!isBuiltInAgent(agent) && !declaredAgent(rest.current, agent)) return "unknown_agent";
  if (rest.writes(task) && !rest.mayWrite) return "writes";
  return task.dependsOn.some((id) => isFruitless(rest.status.get(id))) || namesNoResult(task, rest)
    ? "no_result"
    : undefined;
}

/** Ended so that nothing after it may start. */
const isFruitless = (status: TaskStatus = "pending"): boolean =>
  isTerminalTask(status) && status !== "succeeded" && status !== "skipped";

function namesNoResult({ type, input }: Task, { byId, status }: Rest): boolean {
  if (type === "direct") return false;
  return usedIds(input, new Set(byId.keys())).some((id) => {
    const known = status.get(id) ?? "pending";
    return isTerminalTask(known) && known !== "succeeded";
  });
}

type Grown = Rest & { added: ReadonlyMap<string, Task> };

function acceptChanges(modify: RefinementItems["modify"], rest: Grown, drop: Drop): Map<string, Task> {
  const changed = new Map<string, Task>();
  for (const item of modify) {
    const task = rest.byId.get(item.taskId);
    const why = changed.has(item.taskId) ? "twice" : untouchable(task, rest);
    const next = why ?? changeOf(task as Task, item, { ...rest, changed });
    if (typeof next === "string") drop(item.taskId, next);
    else changed.set(next.id, next);
  }
  return changed;
}

/** The task as it is to be, which waits for every result that it names; or why it stays as it is. */
function changeOf(
  task: Task,
  { input = task.input, title = task.title, details = task.details }: RefinementItems["modify"][number],
  rest: Grown & { changed: ReadonlyMap<string, Task> },
): Task | DropReason {
  const { byId, added, changed, mayWrite } = rest;
  const next = { ...task, input, title, details };
  if (isSameJson(next, task)) return "unchanged";
  if (rest.isGuarded(next)) return "guarded";
  if (!mayWrite && (rest.writes(task) || rest.writes(next))) return "writes";
  if (task.type === "direct") return next;
  const ids = new Set([...byId.keys(), ...added.keys()]);
  if (placeholdersOf(input, ids).some(({ known }) => !known)) return "unknown_task";
  if (namesNoResult(next, rest)) return "no_result";
  const gained = usedIds(input, ids).filter((id) => !task.dependsOn.includes(id));
  const graph = [...byId.values(), ...added.values()].map((one) => changed.get(one.id) ?? one);
  if (gained.some((id) => id === task.id || ancestors(graph, id).has(task.id))) return "cycle";
  return { ...next, dependsOn: [...task.dependsOn, ...gained] };
}

/** Each new task right behind the last one that it waits for. */
function withAdditions(tasks: Task[], added: ReadonlyMap<string, Task>): Task[] {
  for (const task of added.values()) {
    const last = tasks.findLastIndex(({ id }) => task.dependsOn.includes(id));
    tasks.splice(last < 0 ? tasks.length : last + 1, 0, task);
  }
  return tasks;
}
