import { commentFields, type FieldGroup, fieldValue } from "@/lib/core/comments/fields";
import { fieldLabel } from "@/lib/core/describe/plans/plan-diff";
import type { CommentTarget } from "@/lib/core/inputs/comments";
import type { Plan, Task } from "@/lib/core/plan/schema";
import type { StoredPlan, StoredTask } from "@/lib/core/plan/stored";

const GROUP_LABELS: Record<FieldGroup, string> = {
  work: "Work",
  question: "Question",
  agent: "Agent",
  checks: "Checks",
  failure: "Limits and failure",
};

/** A place of a plan that a comment can be about; no two of a plan have the same `value`. */
export type PlaceOption = { value: string; label: string; target: CommentTarget; group?: string };

/** A plan as its places are found in it. */
export type PlacedPlan = Pick<Plan | StoredPlan, "tasks" | "agents">;

/** The task that a place is of; undefined for the whole plan. */
export const taskOf = (target: CommentTarget): string | undefined =>
  target.kind === "plan" ? undefined : target.taskId;

/** What a comment can be about while this task is selected: the plan first, then the task, its fields and its edges. */
export function placesOf({ tasks, agents }: PlacedPlan, taskId?: string): [PlaceOption, ...PlaceOption[]] {
  const plan: PlaceOption = { value: "plan", label: "Whole plan", target: { kind: "plan" } };
  const taskWith = (wanted?: string): Task | StoredTask | undefined => tasks.find((one) => one.id === wanted);
  const spec = taskWith(taskId);
  if (!spec) return [plan];
  const { id, title, dependsOn } = spec;
  const fields = commentFields(spec).map(({ group, field }): PlaceOption => {
    const note = noteOf(fieldValue({ agents }, spec, field));
    return {
      value: `field:${field}:${id}`,
      label: `${title} › ${fieldLabel(field)}${note}`,
      target: { kind: "field", taskId: id, field },
      group: GROUP_LABELS[group],
    };
  });
  const edges = dependsOn.map((fromId): PlaceOption => {
    const label = `${taskWith(fromId)?.title ?? fromId} → ${title}`;
    return {
      value: `edge:${JSON.stringify([fromId, id])}`,
      label,
      target: { kind: "edge", taskId: id, fromId },
      group: "Dependencies",
    };
  });
  const task: PlaceOption = { value: `task:${id}`, label: title, target: { kind: "task", taskId: id } };
  return [plan, task, ...fields, ...edges];
}

/** That nothing stands there may be what a comment is about. */
function noteOf(value: unknown): string {
  if (value === false) return " (off)";
  const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? " (none)" : "";
}
