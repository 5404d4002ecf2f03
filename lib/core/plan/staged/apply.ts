import { isSameJson, type Json } from "../../json";
import { setOwn } from "../../own";
import type { TaskStatus } from "../../run/status";
import { declaredAgent } from "../agents";
import { changedFields, type FieldChange } from "../compare/diff";
import type { Plan, Task } from "../schema";
import { bodyFits, fittingTasks, withFittingBody } from "./bodies";
import { type EditEnd, type EditOf, type StagedEdit, withField } from "./edits";

/** Why a task cannot be edited: it has ended, or it is at work and can only be stopped or replaced. */
export type TaskLock = { kind: "ended" | "at_work"; status: TaskStatus };

/** What edits are staged on: a plan version, and what of it may not be changed any more. */
export type StagingBase = {
  plan: Plan;
  locks: ReadonlyMap<string, TaskLock>;
  /** Every id that the run has had: none of them may stand for new work. */
  usedIds: ReadonlySet<string>;
};

/** Why an edit does not fit the plan as it is now. */
export type ConflictReason =
  | { code: "task_gone"; title: string }
  | { code: "other_task"; title: string; now: string }
  | { code: "task_locked"; title: string; lock: TaskLock }
  | { code: "value_changed"; now: Json | undefined }
  | { code: "task_changed"; fields: FieldChange[] }
  | { code: "id_taken"; now: string }
  | { code: "dependencies_gone"; ids: string[] };
export type EditConflict = { edit: StagedEdit; why: ConflictReason };

/** Each edit stands in exactly one of the four lists, in the order in which it was staged. */
export type AppliedEdits = {
  plan: Plan;
  applied: StagedEdit[];
  /** The plan says already what they ask for. */
  settled: StagedEdit[];
  /** Their review or gate waits for its task to be of the type that has one again; the plan has nothing of them. */
  idle: StagedEdit[];
  conflicts: EditConflict[];
};

type Outcome = "applied" | "settled" | "idle" | ConflictReason;

/** The plan while edits are applied to it: `base` as it was, `tasks` as it becomes. */
type Draft = {
  base: ReadonlyMap<string, Task>;
  locks: StagingBase["locks"];
  usedIds: ReadonlySet<string>;
  /** Titles that are staged, by task: a task is known under either. */
  retitled: ReadonlyMap<string, Json | undefined>;
  addedIds: ReadonlySet<string>;
  tasks: Map<string, Task>;
  agents: Plan["agents"];
};

/** Agents first, then what is new, what is changed, what waits for what, and what goes: staging has no order. */
const PHASES = ["agent", "add", "set", "connect", "disconnect", "delete"] as const;

/**
 * The plan with staged edits. On the version on which they were staged all of them apply; on a later one what is not as it
 * was seen is a conflict that is named, and leaves the plan as it is.
 */
export function applyStaged(
  { plan, locks, usedIds }: StagingBase,
  edits: readonly StagedEdit[],
): AppliedEdits {
  const draft: Draft = {
    base: new Map(plan.tasks.map((task) => [task.id, task])),
    locks,
    usedIds,
    retitled: new Map(
      edits.flatMap((edit) =>
        edit.kind === "set" && edit.field === "title" ? [[edit.of.id, edit.after]] : [],
      ),
    ),
    addedIds: new Set(edits.flatMap((edit) => (edit.kind === "add" ? edit.task.id : []))),
    tasks: new Map(plan.tasks.map((task) => [task.id, task])),
    agents: { ...plan.agents },
  };
  const outcomes = new Map<StagedEdit, Outcome>();
  for (const phase of PHASES)
    for (const edit of edits) if (edit.kind === phase) outcomes.set(edit, applyEdit(draft, edit));
  for (const edit of edits) if (isIdle(draft, edit, outcomes.get(edit))) outcomes.set(edit, "idle");
  const withOutcome = (wanted: Outcome) => edits.filter((edit) => outcomes.get(edit) === wanted);
  return {
    plan: { ...plan, agents: draft.agents, tasks: fittingTasks(draft.base, [...draft.tasks.values()]) },
    applied: withOutcome("applied"),
    settled: withOutcome("settled"),
    idle: withOutcome("idle"),
    conflicts: edits.flatMap((edit) => {
      const why = outcomes.get(edit);
      return typeof why === "object" ? { edit, why } : [];
    }),
  };
}

function applyEdit(draft: Draft, edit: StagedEdit): Outcome {
  switch (edit.kind) {
    case "agent":
      return setAgent(draft, edit);
    case "add":
      return addTask(draft, edit);
    case "set":
      return setField(draft, edit);
    case "connect":
    case "disconnect":
      return setEdge(draft, edit);
    case "delete":
      return deleteTask(draft, edit);
  }
}

/** Whether a body is set, or would be but for what others set in the meantime, that the task's type does not have. */
function isIdle({ tasks }: Draft, edit: StagedEdit, outcome: Outcome | undefined): boolean {
  if (edit.kind !== "set" || (edit.field !== "review" && edit.field !== "gate")) return false;
  const type = tasks.get(edit.of.id)?.type;
  if (type === undefined || bodyFits(type, edit.field)) return false;
  return outcome === "applied" || (typeof outcome === "object" && outcome.code === "value_changed");
}

function setAgent({ agents }: Draft, { name, before, after }: EditOf<"agent">): Outcome {
  const now = declaredAgent({ agents }, name);
  if (isSameJson(now, after)) return "settled";
  if (!isSameJson(now, before)) return { code: "value_changed", now };
  setOwn(agents, name, after);
  return "applied";
}

function addTask({ base, tasks, usedIds, addedIds }: Draft, { task }: EditOf<"add">): Outcome {
  const known = base.get(task.id);
  if (known && changedFields(known, withFittingBody(task)).length === 0) return "settled";
  if (known) return { code: "id_taken", now: known.title };
  if (usedIds.has(task.id)) return { code: "id_taken", now: task.id };
  const gone = task.dependsOn.filter((id) => !base.has(id) && !addedIds.has(id));
  if (gone.length > 0) return { code: "dependencies_gone", ids: gone };
  tasks.set(task.id, task);
  return "applied";
}

function setField(draft: Draft, { of, field, before, after }: EditOf<"set">): Outcome {
  const found = find(draft, of);
  if ("why" in found) return found.why;
  const { task } = found;
  const now = task[field];
  if (isSameJson(now, after)) return "settled";
  const lock = lockOf(draft, task);
  if (lock) return lock;
  if (!isSameJson(now, before)) return { code: "value_changed", now };
  draft.tasks.set(task.id, withField(draft.tasks.get(task.id) as Task, field, after));
  return "applied";
}

function setEdge(draft: Draft, { kind, from, to }: EditOf<"connect" | "disconnect">): Outcome {
  const target = find(draft, to);
  if ("why" in target)
    return kind === "disconnect" && target.why.code === "task_gone" ? "settled" : target.why;
  const task = draft.tasks.get(to.id) as Task;
  const others = task.dependsOn.filter((id) => id !== from.id);
  const isConnected = others.length < task.dependsOn.length;
  if (isConnected === (kind === "connect")) return "settled";
  const source = draft.tasks.has(from.id) && draft.addedIds.has(from.id) ? undefined : find(draft, from);
  if (source && "why" in source) return source.why;
  const lock = lockOf(draft, target.task);
  if (lock) return lock;
  const dependsOn = isConnected ? others : [...task.dependsOn, from.id];
  draft.tasks.set(task.id, { ...task, dependsOn });
  return "applied";
}

/** What waited for the task waits for what that one waited for, so that nothing begins earlier than it would have. */
function deleteTask(draft: Draft, { before }: EditOf<"delete">): Outcome {
  const found = find(draft, before);
  if ("why" in found) return found.why.code === "task_gone" ? "settled" : found.why;
  const lock = draft.locks.get(before.id);
  if (lock?.kind === "ended") return { code: "task_locked", title: before.title, lock };
  const fields = changedFields(before, found.task);
  if (fields.length > 0) return { code: "task_changed", fields };
  const above = draft.tasks.get(before.id)?.dependsOn ?? [];
  draft.tasks.delete(before.id);
  for (const task of draft.tasks.values()) {
    if (draft.locks.get(task.id)?.kind !== "ended") draft.tasks.set(task.id, without(task, before.id, above));
  }
  return "applied";
}

/** The task of a plan that another one leaves: it waits for what that one waited for (`above`). */
export function without(task: Task, id: string, above: readonly string[]): Task {
  const { dependsOn, review } = task;
  const isNamed = review?.previousTasks.includes(id);
  if (!dependsOn.includes(id) && !isNamed) return task;
  const inherited = dependsOn.flatMap((one) => (one === id ? above : one)).filter((one) => one !== task.id);
  const previousTasks = review?.previousTasks.filter((one) => one !== id) ?? [];
  return {
    ...task,
    dependsOn: [...new Set(inherited)],
    ...(review && isNamed && { review: { ...review, previousTasks } }),
  };
}

/** The task as the base has it, if it is still the one that was seen. */
function find({ base, retitled }: Draft, { id, title }: EditEnd): { task: Task } | { why: ConflictReason } {
  const task = base.get(id);
  if (!task) return { why: { code: "task_gone", title } };
  if (task.title === title || task.title === retitled.get(id)) return { task };
  return { why: { code: "other_task", title, now: task.title } };
}

function lockOf({ locks }: Draft, { id, title }: Task): ConflictReason | undefined {
  const lock = locks.get(id);
  return lock && { code: "task_locked", title, lock };
}
