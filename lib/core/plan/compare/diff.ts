import { isSameJson, type Json } from "../../json";
import { getOwn } from "../../own";
import { renamePlaceholders } from "../interpolate";
import type { Agent } from "../schema";
import type { StoredAgent } from "../stored";
import { type AnyPlan, type AnyTask, type MatchedBy, rewrittenTasks } from "./match";

/** Comparing plan versions (docs/plans.md, "Versions"). Stored and plain plans compare alike. */

export type FieldChange = { field: string; before: Json | undefined; after: Json | undefined };

type Named = { id: string; title: string };

/**
 * A task that stands under another id than before, with what differs of its work and of what it waits for. References to
 * tasks that were rewritten too are the same ones.
 */
export type RewrittenTask = Named & {
  from: Named;
  by: MatchedBy;
  fields: FieldChange[];
  added: string[];
  removed: string[];
};

export type PlanDiff = {
  /** Tasks of the second plan alone, in its order. */
  added: Named[];
  /** Tasks of the first plan alone, in its order. */
  removed: Named[];
  /** Tasks of both under other ids, in the order of the second plan. */
  rewritten: RewrittenTask[];
  /** Tasks of both whose own work differs, field by field; `title` is the later one. */
  changed: { id: string; title: string; fields: FieldChange[] }[];
  /** Tasks of both that wait for other tasks than before. */
  rewired: { task: string; title: string; added: string[]; removed: string[] }[];
  /** `fields` of those that both have. */
  agentsChanged: { name: string; change: "added" | "removed" | "changed"; fields?: FieldChange[] }[];
  /** Ids of tasks that are the same in both, dependencies included. */
  kept: string[];
};

/** Fields that say where a task stands or that follow from the others. */
const NOT_WORK: ReadonlySet<string> = new Set([
  "id",
  "dependsOn",
  "uses",
  "workDigest",
  "lineage",
  "replaces",
]);

/** What plan `b` changes against plan `a`. Linear in the size of both. */
export function diffPlans(a: AnyPlan, b: AnyPlan): PlanDiff {
  const before = new Map<string, AnyTask>(a.tasks.map((task) => [task.id, task]));
  const after = new Set(b.tasks.map((task) => task.id));
  const rewritten = rewrittenTasks(a, b);
  const renamed = new Map([...rewritten].map(([id, { before: old }]) => [old.id, id]));
  const diff: PlanDiff = {
    added: [],
    removed: a.tasks.filter((task) => !after.has(task.id) && !renamed.has(task.id)).map(named),
    rewritten: [],
    changed: [],
    rewired: [],
    agentsChanged: diffAgents(a, b),
    kept: [],
  };
  for (const task of b.tasks) {
    const old = before.get(task.id);
    const former = rewritten.get(task.id);
    if (old) compare(old, task, diff);
    else if (former)
      diff.rewritten.push({ ...rewriting(former.before, task, { renamed, known: before }), by: former.by });
    else diff.added.push(named(task));
  }
  return diff;
}

/**
 * How many tasks a plan adds, drops and changes: under their ids, `rewritten` of them under others. One that waits for other
 * tasks counts as changed.
 */
export type ChangeCounts = { added: number; removed: number; changed: number; rewritten?: number };

/** The one count of a diff, as history, gates, reports and clients show it. */
export function countChanges({ added, removed, rewritten, changed, rewired }: PlanDiff): ChangeCounts {
  const touched = new Set([...changed.map(({ id }) => id), ...rewired.map(({ task }) => task)]);
  return {
    added: added.length,
    removed: removed.length,
    changed: touched.size + rewritten.length,
    ...(rewritten.length > 0 && { rewritten: rewritten.length }),
  };
}

/** The same by title: of what was rewritten with the fields that differ, `dependsOn` among them; each changed task once. */
export function changesByTitle({ added, removed, rewritten, changed, rewired }: PlanDiff) {
  const titles = (tasks: readonly { title: string }[]) => tasks.map(({ title }) => title);
  const edited = new Set(changed.map(({ id }) => id));
  const moved = rewired.filter(({ task }) => !edited.has(task));
  return {
    added: titles(added),
    ...(rewritten.length > 0 && { rewritten: rewritten.map(rewrittenByTitle) }),
    changed: titles([...changed, ...moved]),
    removed: titles(removed),
  };
}

const rewrittenByTitle = ({ title, fields, added, removed }: RewrittenTask) => ({
  title,
  fields: [...fields.map(({ field }) => field), ...(added.length + removed.length > 0 ? ["dependsOn"] : [])],
});

/** True when the plans do not differ. */
export function isSamePlan(diff: PlanDiff): boolean {
  const { added, removed, rewritten, changed, rewired, agentsChanged } = diff;
  return [added, removed, rewritten, changed, rewired, agentsChanged].every((list) => list.length === 0);
}

type Renaming = { renamed: ReadonlyMap<string, string>; known: ReadonlyMap<string, AnyTask> };

/** The edits of one task that came under another id: where it names others, by the ids that they have now. */
function rewriting(old: AnyTask, task: AnyTask, { renamed, known }: Renaming): Omit<RewrittenTask, "by"> {
  const nowOf = (id: string) => renamed.get(id) ?? id;
  const dependsOn = old.dependsOn.map(nowOf);
  const input = renamePlaceholders(old.input, new Set(known.keys()), renamed);
  const review = old.review && { ...old.review, previousTasks: old.review.previousTasks.map(nowOf) };
  const followed = { ...old, input, ...(review && { review }) } as AnyTask;
  return {
    ...named(task),
    from: named(old),
    fields: changedFields(followed, task),
    added: without(task.dependsOn, dependsOn),
    removed: without(dependsOn, task.dependsOn),
  };
}

function compare(old: AnyTask, task: AnyTask, diff: PlanDiff): void {
  // Of a thousand tasks an edit leaves most as the objects that they were.
  if (old === task) return void diff.kept.push(task.id);
  const fields = changedFields(old, task);
  const added = without(task.dependsOn, old.dependsOn);
  const removed = without(old.dependsOn, task.dependsOn);
  const rewired = added.length + removed.length > 0;
  if (fields.length > 0) diff.changed.push({ ...named(task), fields });
  if (rewired) diff.rewired.push({ task: task.id, title: task.title, added, removed });
  if (fields.length === 0 && !rewired) diff.kept.push(task.id);
}

/** The fields of a task's own work that differ. */
export const changedFields = (old: AnyTask, task: AnyTask): FieldChange[] =>
  fieldChanges(old, task).filter(({ field }) => !NOT_WORK.has(field));

function fieldChanges(old: object, now: object): FieldChange[] {
  const before = old as Record<string, Json | undefined>;
  const after = now as Record<string, Json | undefined>;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isSameJson(getOwn(before, field), getOwn(after, field)))
    .map((field) => ({ field, before: getOwn(before, field), after: getOwn(after, field) }));
}

function diffAgents(a: AnyPlan, b: AnyPlan): PlanDiff["agentsChanged"] {
  const before: Record<string, Agent | StoredAgent> = a.agents;
  const after: Record<string, Agent | StoredAgent> = b.agents;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [old, now] = [getOwn(before, name), getOwn(after, name)];
    if (old === undefined) return { name, change: "added" as const };
    if (now === undefined) return { name, change: "removed" as const };
    const fields = fieldChanges(old, now);
    return fields.length === 0 ? [] : { name, change: "changed" as const, fields };
  });
}

function without(list: readonly string[], other: readonly string[]): string[] {
  const known = new Set(other);
  return list.filter((id) => !known.has(id));
}

const named = ({ id, title }: AnyTask): Named => ({ id, title });
