import { fieldLabel } from "@/lib/core/describe/plans/plan-diff";
import type { CommentTarget } from "@/lib/core/inputs/comments";
import type { StoredPlan, StoredTask } from "@/lib/core/plan/stored";

/** Fields of a task that people read and may want otherwise. */
const FIELDS = [
  "input",
  "details",
  "agent",
  "verification",
  "outputSchema",
  "review",
  "gate",
  "onFailure",
  "maxRetries",
] as const;

/** A place of a plan that a comment can be about; no two of a plan have the same `value`. */
export type PlaceOption = { value: string; label: string; target: CommentTarget };

/** The task that a place is of; undefined for the whole plan. */
export const taskOf = (target: CommentTarget): string | undefined =>
  target.kind === "plan" ? undefined : target.taskId;

/** What a comment can be about while this task is selected: the plan first, then the task, its fields and its edges. */
export function placesOf({ tasks }: StoredPlan, taskId?: string): [PlaceOption, ...PlaceOption[]] {
  const plan: PlaceOption = { value: "plan", label: "Whole plan", target: { kind: "plan" } };
  const taskWith = (wanted?: string): StoredTask | undefined => tasks.find((one) => one.id === wanted);
  const spec = taskWith(taskId);
  if (!spec) return [plan];
  const { id, title, dependsOn } = spec;
  const fields = FIELDS.filter((field) => isFilled(spec[field])).map((field): PlaceOption => {
    const label = `${title} › ${fieldLabel(field)}`;
    return { value: `field:${field}:${id}`, label, target: { kind: "field", taskId: id, field } };
  });
  const edges = dependsOn.map((fromId): PlaceOption => {
    const label = `${taskWith(fromId)?.title ?? fromId} → ${title}`;
    return {
      value: `edge:${JSON.stringify([fromId, id])}`,
      label,
      target: { kind: "edge", taskId: id, fromId },
    };
  });
  const task: PlaceOption = { value: `task:${id}`, label: title, target: { kind: "task", taskId: id } };
  return [plan, task, ...fields, ...edges];
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
