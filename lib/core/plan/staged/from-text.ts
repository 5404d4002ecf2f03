import { isSameJson } from "../../json";
import { declaredAgent } from "../agents";
import { renamePlaceholders } from "../interpolate";
import { isNamedOnly, isSaidInFull } from "../said-again";
import { agent as agentSchema, type Plan, type Task } from "../schema";
import { deleteTask, freshTaskId, isAbout, isAdded, rewriteAdded, setField } from "./acts";
import { applyStaged, type StagingBase } from "./apply";
import { type EditEnd, SETTABLE_FIELDS, type StagedEdit, stageEdit } from "./edits";
import { rebaseStaged } from "./rebase";

/** A plan as it was when a person began to write its rest as text, and what they wrote. */
type WrittenRest = { before: Plan; after: Plan };

/**
 * The staged edits with what a person has changed in the text of the plan's rest: only that, so that what was staged or came
 * into force while they wrote stays, or is a conflict (docs/plans.md, "Staged edits").
 */
export function stageText(
  base: StagingBase,
  edits: readonly StagedEdit[],
  written: WrittenRest,
): StagedEdit[] {
  const { before } = written;
  const known = new Map(before.tasks.map((task) => [task.id, task]));
  const tasks = withOwnIds(base, edits, known, written.after.tasks);
  const kept = tasks.filter(({ id }) => known.has(id));
  const named = new Set(kept.map(({ id }) => id));
  const now = new Map(applyStaged(base, edits).plan.tasks.map((task) => [task.id, task]));
  let staged = stageAgents(edits, written);
  for (const task of tasks) if (!known.has(task.id)) staged = stageEdit(staged, { kind: "add", task });
  for (const task of kept) staged = stageFields(base, staged, now, known.get(task.id) as Task, task);
  for (const task of before.tasks)
    if (!named.has(task.id) && base.locks.get(task.id)?.kind !== "ended")
      staged = stageDelete(base, staged, now, task);
  for (const task of kept) staged = stageEdges(base, staged, known, now, task);
  return rebaseStaged(base, staged);
}

const UNDESCRIBED = agentSchema.parse({});

/** One that is only named stays what it is. */
function stageAgents(edits: readonly StagedEdit[], { before, after }: WrittenRest): StagedEdit[] {
  return Object.entries(after.agents).reduce<StagedEdit[]>(
    (staged, [name, agent]) => {
      const old = declaredAgent(before, name);
      if (old && isSameJson(agent, UNDESCRIBED)) return staged;
      if (old && isSameJson(agent, old)) return staged;
      return stageEdit(staged, { kind: "agent", name, after: agent, ...(old && { before: old }) });
    },
    [...edits],
  );
}

/**
 * The tasks of a text without those that only name what has ended. Other work under the id of a task that is at work, or that
 * ended without a result, is new and replaces it; what has a result cannot be changed, which is left for a conflict to say.
 */
function withOwnIds(
  { plan, locks, usedIds }: StagingBase,
  edits: readonly StagedEdit[],
  known: ReadonlyMap<string, Task>,
  written: readonly Task[],
): Task[] {
  const taken = { locks, usedIds, plan: { ...plan, tasks: [...plan.tasks, ...written] } };
  const ids = new Map<string, string>();
  let named: readonly StagedEdit[] = edits;
  const tasks = written.flatMap((task): Task[] => {
    const old = known.get(task.id);
    const lock = locks.get(task.id);
    const isNamed = old !== undefined && lock?.kind === "ended" && isNamedOnly(task, old);
    const isOther = old !== undefined && !isNamed && !isSaidInFull(task, old);
    const hasResult = lock?.status === "succeeded" || lock?.status === "skipped";
    if (old && lock?.kind === "ended" && (hasResult ? !isOther : isNamed)) return [];
    const isNew = old
      ? lock !== undefined && !hasResult && (isOther || lock.kind === "ended")
      : usedIds.has(task.id);
    if (!isNew) return [task];
    const id = freshTaskId(taken, named);
    ids.set(task.id, id);
    const fresh = { ...task, id, ...(old && { replaces: old.id }) };
    named = [...named, { kind: "add", task: fresh }];
    return [fresh];
  });
  return ids.size === 0 ? tasks : tasks.map((task) => withReferences(task, ids));
}

function withReferences(task: Task, ids: ReadonlyMap<string, string>): Task {
  const follow = (id: string): string => ids.get(id) ?? id;
  const { review } = task;
  return {
    ...task,
    dependsOn: task.dependsOn.map(follow),
    ...(task.type !== "direct" && {
      input: renamePlaceholders(task.input, new Set(ids.keys()), new Map(ids)),
    }),
    ...(review && { review: { ...review, previousTasks: review.previousTasks.map(follow) } }),
  };
}

/** A value that is still as it was seen is changed from what is in force: other edits leave their traces in it. */
function stageFields(
  base: StagingBase,
  edits: StagedEdit[],
  now: ReadonlyMap<string, Task>,
  old: Task,
  task: Task,
): StagedEdit[] {
  const { id } = old;
  const inForce = base.plan.tasks.find((one) => one.id === id);
  return SETTABLE_FIELDS.reduce((staged, field) => {
    const [seen, after] = [old[field], task[field]];
    if (isSameJson(seen, after)) return staged;
    if (isAdded(staged, id)) return setField(base, staged, id, field, after);
    const before = inForce && isSameJson(now.get(id)?.[field], seen) ? inForce[field] : seen;
    const values = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    return stageEdit(staged, { kind: "set", of: endSeen(edits, old), field, ...values });
  }, edits);
}

/** A task as the version has it on which its title was staged. */
function endSeen(edits: readonly StagedEdit[], { id, title }: Task): EditEnd {
  const retitled = edits.find((edit) => edit.kind === "set" && edit.of.id === id && edit.field === "title");
  return retitled?.kind === "set" ? retitled.of : { id, title };
}

/** The task in force goes, where what was seen of it differs only by what is staged: other edits leave their traces in it. */
function stageDelete(
  base: StagingBase,
  edits: StagedEdit[],
  now: ReadonlyMap<string, Task>,
  task: Task,
): StagedEdit[] {
  const { id } = task;
  if (isAdded(edits, id)) return deleteTask(base, edits, id);
  const rest = edits.filter((edit) => !isAbout(edit, id));
  const inForce = base.plan.tasks.find((one) => one.id === id);
  const isAsSeen = rest.length < edits.length || isSameJson(now.get(id), task);
  return stageEdit(rest, { kind: "delete", before: isAsSeen && inForce ? inForce : task });
}

/** What the task waits for now, with what the text adds and without what it leaves out: each edge said by itself. */
function stageEdges(
  base: StagingBase,
  edits: StagedEdit[],
  known: ReadonlyMap<string, Task>,
  now: ReadonlyMap<string, Task>,
  task: Task,
): StagedEdit[] {
  const { id } = task;
  const old = known.get(id) as Task;
  const cut = new Set(old.dependsOn.filter((one) => !task.dependsOn.includes(one)));
  const added = task.dependsOn.filter((one) => !old.dependsOn.includes(one));
  if (cut.size + added.length === 0) return edits;
  const stays = (now.get(id) ?? old).dependsOn.filter((one) => !cut.has(one));
  const dependsOn = [...new Set([...stays, ...added])];
  if (isAdded(edits, id)) return rewriteAdded(edits, id, (one) => ({ ...one, dependsOn }));
  const others = edits.filter((edit) => !isEdgeTo(edit, id));
  const inForce = base.plan.tasks.find((one) => one.id === id)?.dependsOn ?? old.dependsOn;
  const titles = new Map([...known.values(), ...base.plan.tasks].map((one) => [one.id, one.title]));
  const to = endSeen(edits, old);
  const edge =
    (kind: "connect" | "disconnect") =>
    (from: string): StagedEdit => ({ kind, from: { id: from, title: titles.get(from) ?? from }, to });
  return [
    ...others,
    ...inForce.filter((one) => !dependsOn.includes(one)).map(edge("disconnect")),
    ...dependsOn.filter((one) => !inForce.includes(one)).map(edge("connect")),
  ];
}

const isEdgeTo = (edit: StagedEdit, id: string): boolean =>
  (edit.kind === "connect" || edit.kind === "disconnect") && edit.to.id === id;
