import { isSameJson, type Json } from "../../json";
import type { Agent, Plan, Task } from "../schema";
import type { StoredAgent, StoredPlan, StoredTask } from "../stored";

/** Comparing plan versions (docs/plans.md, "Versions"). Stored and plain plans compare alike. */

export type AnyPlan = Plan | StoredPlan;
export type AnyTask = Task | StoredTask;

export type FieldChange = { field: string; before: Json | undefined; after: Json | undefined };

export type PlanDiff = {
  /** Tasks of the second plan alone, in its order. */
  added: { id: string; title: string }[];
  /** Tasks of the first plan alone, in its order. */
  removed: { id: string; title: string }[];
  /** Tasks of both whose own work differs, field by field; `title` is the later one. */
  changed: { id: string; title: string; fields: FieldChange[] }[];
  /** Tasks of both that wait for other tasks than before. */
  rewired: { task: string; title: string; added: string[]; removed: string[] }[];
  agentsChanged: { name: string; change: "added" | "removed" | "changed" }[];
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
  const diff: PlanDiff = {
    added: [],
    removed: a.tasks.filter((task) => !after.has(task.id)).map(named),
    changed: [],
    rewired: [],
    agentsChanged: diffAgents(a, b),
    kept: [],
  };
  for (const task of b.tasks) {
    const old = before.get(task.id);
    if (old === undefined) diff.added.push(named(task));
    else compare(old, task, diff);
  }
  return diff;
}

/** How many tasks a plan adds, drops, and changes under their ids; one that waits for other tasks counts as changed. */
export type ChangeCounts = { added: number; removed: number; changed: number };

/** The one count of a diff, as history, gates, reports and clients show it. */
export function countChanges({ added, removed, changed, rewired }: PlanDiff): ChangeCounts {
  const touched = new Set([...changed.map(({ id }) => id), ...rewired.map(({ task }) => task)]);
  return { added: added.length, removed: removed.length, changed: touched.size };
}

/** True when the plans do not differ. */
export function isSamePlan({ added, removed, changed, rewired, agentsChanged }: PlanDiff): boolean {
  return [added, removed, changed, rewired, agentsChanged].every((list) => list.length === 0);
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
export function changedFields(old: AnyTask, task: AnyTask): FieldChange[] {
  const before = old as Record<string, Json | undefined>;
  const after = task as Record<string, Json | undefined>;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !NOT_WORK.has(field) && !isSameJson(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

function diffAgents(a: AnyPlan, b: AnyPlan): PlanDiff["agentsChanged"] {
  const before: Record<string, Agent | StoredAgent> = a.agents;
  const after: Record<string, Agent | StoredAgent> = b.agents;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    if (before[name] === undefined) return { name, change: "added" as const };
    if (after[name] === undefined) return { name, change: "removed" as const };
    return isSameJson(before[name], after[name]) ? [] : { name, change: "changed" as const };
  });
}

function without(list: readonly string[], other: readonly string[]): string[] {
  const known = new Set(other);
  return list.filter((id) => !known.has(id));
}

const named = ({ id, title }: AnyTask) => ({ id, title });
