import { isSameJson, type Json } from "../../json";
import { declaredAgent } from "../agents";
import type { Agent } from "../schema";
import type { StoredAgent } from "../stored";
import { changedFields, type FieldChange } from "./diff";
import { boundsAside } from "./fingerprint";
import type { AnyPlan, AnyTask } from "./match";

/** What a plan does to a task that has succeeded; `fields` are the work, its treatment and what it waited for. */
export type DoneViolation =
  | { kind: "removed"; taskId: string }
  | { kind: "altered"; taskId: string; fields: FieldChange[] };

/**
 * The tasks among `doneIds` that plan `a` has and plan `b` lacks or alters, their agents included: a version may never
 * do that to a task that has succeeded (docs/plans.md, "Versions"). Stored and plain plans compare alike.
 */
export function doneViolations(a: AnyPlan, b: AnyPlan, doneIds: Iterable<string>): DoneViolation[] {
  const done = new Set(doneIds);
  const after = new Map<string, AnyTask>(b.tasks.map((task) => [task.id, task]));
  return a.tasks.flatMap((task): DoneViolation[] => {
    if (!done.has(task.id)) return [];
    const next = after.get(task.id);
    if (next === undefined) return [{ kind: "removed", taskId: task.id }];
    const fields = [
      ...changedFields(task, next),
      ...changedDependencies(task, next),
      ...changedAgent(a, b, task, next),
    ];
    return fields.length === 0 ? [] : [{ kind: "altered", taskId: task.id, fields }];
  });
}

/** A violation in one sentence, with what to do instead. */
export function describeViolation(violation: DoneViolation): string {
  const { taskId } = violation;
  if (violation.kind === "removed") return `"${taskId}" has succeeded and must stay in the plan.`;
  const fields = violation.fields.map(({ field }) => field).join(", ");
  return `"${taskId}" has succeeded and must stay as it is (${fields}): give new work a new id.`;
}

/** What a task waited for, in any order, and what it came in place of. */
function changedDependencies(before: AnyTask, after: AnyTask): FieldChange[] {
  const changes: FieldChange[] = [];
  const sources = (task: AnyTask): string[] => [...new Set(task.dependsOn)].sort();
  if (!isSameJson(sources(before), sources(after)))
    changes.push({ field: "dependsOn", before: before.dependsOn, after: after.dependsOn });
  if (before.replaces !== after.replaces)
    changes.push({ field: "replaces", before: before.replaces, after: after.replaces });
  return changes;
}

/** The same name with other words or tools is another agent; what bounds it has no part in work that is done. */
function changedAgent(a: AnyPlan, b: AnyPlan, before: AnyTask, after: AnyTask): FieldChange[] {
  const [old, next] = [a, b].map((plan) => workOfAgent(plan, before.agent));
  if (before.agent !== after.agent || isSameJson(old, next)) return [];
  return [{ field: `agents.${before.agent}`, before: old, after: next }];
}

function workOfAgent({ agents }: AnyPlan, name: string): Json | undefined {
  const agent = declaredAgent<Agent | StoredAgent>({ agents }, name);
  return agent && (boundsAside(agent) as Json);
}
