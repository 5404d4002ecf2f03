import { getOwn } from "../../own";
import { ancestry } from "../graph";
import type { Agent, Plan, Task } from "../schema";
import { task as taskSchema } from "../schema";
import { applyStaged, type StagingBase } from "./apply";
import { endOf, keyOfEdit, type SettableField, type StagedEdit, stageEdit, withField } from "./edits";

/** What people do to a plan on the canvas and in the form, as staged edits (docs/plans.md, "Staged edits"). */

type Edits = readonly StagedEdit[];

/** A task of the plan as it stands with the edits. */
const taskNow = (base: StagingBase, edits: Edits, id: string): Task | undefined =>
  applyStaged(base, edits).plan.tasks.find((task) => task.id === id);

const taskOfBase = ({ plan }: StagingBase, id: string): Task | undefined =>
  plan.tasks.find((task) => task.id === id);

/** Whether the task is one that is staged. */
export const isAdded = (edits: Edits, id: string): boolean =>
  edits.some((edit) => edit.kind === "add" && edit.task.id === id);

/** What is new carries all that is said of it. */
export const rewriteAdded = (edits: Edits, id: string, change: (task: Task) => Task): StagedEdit[] =>
  edits.map((edit) =>
    edit.kind === "add" && edit.task.id === id ? { ...edit, task: change(edit.task) } : edit,
  );

export function setField<Field extends SettableField>(
  base: StagingBase,
  edits: Edits,
  id: string,
  field: Field,
  value: Task[Field],
): StagedEdit[] {
  if (isAdded(edits, id)) return rewriteAdded(edits, id, (task) => withField(task, field, value));
  const before = taskOfBase(base, id);
  if (!before) return [...edits];
  const values = { before: before[field], after: value };
  const given = Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined));
  return stageEdit(edits, { kind: "set", of: endOf(before), field, ...given });
}

export function setAgent(base: StagingBase, edits: Edits, name: string, after: Agent): StagedEdit[] {
  const before = getOwn(base.plan.agents, name);
  return stageEdit(edits, { kind: "agent", name, after, ...(before && { before }) });
}

/** Has one task wait for another, or no longer. */
export function setDependency(
  base: StagingBase,
  edits: Edits,
  { from, to, kind }: { from: string; to: string; kind: "connect" | "disconnect" },
): StagedEdit[] {
  if (isAdded(edits, to)) {
    return rewriteAdded(edits, to, (task) => {
      const others = task.dependsOn.filter((one) => one !== from);
      return { ...task, dependsOn: kind === "connect" ? [...others, from] : others };
    });
  }
  const [source, target] = [taskOfBase(base, from) ?? taskNow(base, edits, from), taskOfBase(base, to)];
  return source && target ? stageEdit(edits, { kind, from: endOf(source), to: endOf(target) }) : [...edits];
}

/** Why one task cannot wait for another; undefined where it can. */
export function connectionProblem(
  { plan, locks }: Pick<StagingBase, "plan" | "locks">,
  from: string,
  to: string,
): "itself" | "connected" | "cycle" | "locked" | undefined {
  const target = plan.tasks.find(({ id }) => id === to);
  if (from === to) return "itself";
  if (!target || locks.has(to)) return "locked";
  if (target.dependsOn.includes(from)) return "connected";
  return ancestry(plan)(from, to) ? "cycle" : undefined;
}

/** A new task, with an id of its own; `id` is what it got. */
export function addTask(
  base: StagingBase,
  edits: Edits,
  given: Partial<Task>,
): { edits: StagedEdit[]; id: string } {
  const id = freshTaskId(base, edits, given.id);
  const task = taskSchema.parse({ title: "New task", ...given, id });
  return { edits: stageEdit(edits, { kind: "add", task }), id };
}

/** `wanted` if nobody has it, else the first `task_<n>` that the run never had. */
export function freshTaskId({ plan, usedIds }: StagingBase, edits: Edits, wanted?: string): string {
  const taken = new Set([...usedIds, ...plan.tasks.map(({ id }) => id)]);
  for (const edit of edits) if (edit.kind === "add") taken.add(edit.task.id);
  if (wanted !== undefined && !taken.has(wanted)) return wanted;
  for (let n = plan.tasks.length + 1; ; n += 1) if (!taken.has(`task_${n}`)) return `task_${n}`;
}

/** Takes a task out; what waited for it waits for what it waited for. What was staged about it is gone with it. */
export function deleteTask(base: StagingBase, edits: Edits, id: string): StagedEdit[] {
  const known = taskOfBase(base, id);
  const now = taskNow(base, edits, id);
  if (!now) return [...edits];
  const rest = edits.filter((edit) => !isAbout(edit, id));
  if (known) return stageEdit(rest, { kind: "delete", before: known });
  const waiting = applyStaged(base, edits).plan.tasks.filter(({ dependsOn }) => dependsOn.includes(id));
  return waiting.reduce(
    (staged, { id: to }) =>
      now.dependsOn.reduce(
        (before, from) => setDependency(base, before, { from, to, kind: "connect" }),
        isAdded(staged, to) ? setDependency(base, staged, { from: id, to, kind: "disconnect" }) : staged,
      ),
    rest,
  );
}

/** What goes with the task. */
export const isAbout = (edit: StagedEdit, id: string): boolean => {
  switch (edit.kind) {
    case "add":
      return edit.task.id === id;
    case "delete":
      return edit.before.id === id;
    case "set":
      return edit.of.id === id;
    case "connect":
    case "disconnect":
      return edit.from.id === id || edit.to.id === id;
    case "agent":
      return false;
  }
};

/** Asks people right before a task: a human gate that waits for what the task waited for. */
export function insertGate(
  base: StagingBase,
  edits: Edits,
  id: string,
): { edits: StagedEdit[]; id: string } | undefined {
  const task = taskNow(base, edits, id);
  if (!task) return;
  const gate = { id: `approve_${id}`, type: "human_review", title: `Approve: ${task.title}` } as const;
  const added = addTask(base, edits, { ...gate, dependsOn: task.dependsOn });
  const cut = task.dependsOn.reduce(
    (staged, from) => setDependency(base, staged, { from, to: id, kind: "disconnect" }),
    added.edits,
  );
  return { id: added.id, edits: setDependency(base, cut, { from: added.id, to: id, kind: "connect" }) };
}

/** The gates of people that a task waits for directly. */
export const gatesBefore = (plan: Plan, id: string): Task[] => {
  const above = new Set(plan.tasks.find((task) => task.id === id)?.dependsOn);
  return plan.tasks.filter((task) => task.type === "human_review" && above.has(task.id));
};

/** New work in the place of a task that is at work or came to nothing: the same work at first, and what waited waits for it. */
export function replaceTask(
  base: StagingBase,
  edits: Edits,
  id: string,
): { edits: StagedEdit[]; id: string } | undefined {
  const task = taskOfBase(base, id);
  if (!task) return;
  const added = addTask(base, edits, { ...task, replaces: id });
  const waiting = applyStaged(base, edits).plan.tasks.filter(
    (one) => one.dependsOn.includes(id) && base.locks.get(one.id)?.kind !== "ended",
  );
  const moved = waiting.reduce((staged, { id: to }) => {
    const cut = setDependency(base, staged, { from: id, to, kind: "disconnect" });
    return setDependency(base, cut, { from: added.id, to, kind: "connect" });
  }, added.edits);
  const stops = base.locks.get(id)?.kind === "at_work";
  return { id: added.id, edits: stops ? stageEdit(moved, { kind: "delete", before: task }) : moved };
}

/** What goes when one change is discarded: with a new task all that hangs on it. */
export function discardEdit(edits: Edits, key: string): StagedEdit[] {
  const discarded = edits.find((edit) => keyOfEdit(edit) === key);
  if (!discarded) return [...edits];
  const rest = edits.filter((edit) => edit !== discarded);
  if (discarded.kind !== "add") return rest;
  const { id } = discarded.task;
  return rest
    .filter((edit) => !isAbout(edit, id))
    .map((edit) =>
      edit.kind === "add"
        ? { ...edit, task: { ...edit.task, dependsOn: edit.task.dependsOn.filter((one) => one !== id) } }
        : edit,
    );
}
