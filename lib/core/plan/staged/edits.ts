import { z } from "zod";
import { isSameJson } from "../../json";
import { json } from "../../json-schemas";
import { agent, type Task, task } from "../schema";

/** Edits of a plan that a person has staged and not applied (docs/plans.md, "Staged edits"). */

/** What of a task can be set; what it waits for is connected and disconnected. */
export const SETTABLE_FIELDS = [
  ...["title", "type", "agent", "input", "details", "onFailure", "maxRetries", "critical"],
  ...["verification", "onVerificationFailure", "outputSchema", "llmReview", "qualityGate", "timeoutMs"],
  ...["review", "gate"],
] as const satisfies readonly (keyof Task)[];
export type SettableField = (typeof SETTABLE_FIELDS)[number];

/** A task as the person saw it: under a title of another one an id may stand for other work. */
const end = z.object({ id: z.string().min(1), title: z.string() });
export type EditEnd = z.infer<typeof end>;

export const stagedEdit = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("add"), task }),
  z.object({ kind: z.literal("delete"), before: task }),
  z
    .object({
      kind: z.literal("set"),
      of: end,
      field: z.enum(SETTABLE_FIELDS),
      /** The value that was seen and the one in its place; absent for none. */
      before: json.optional(),
      after: json.optional(),
    })
    .refine(({ field, after }) => task.shape[field].safeParse(after).success),
  z.object({ kind: z.literal("connect"), from: end, to: end }),
  z.object({ kind: z.literal("disconnect"), from: end, to: end }),
  z.object({ kind: z.literal("agent"), name: z.string().min(1), before: agent.optional(), after: agent }),
]);
export type StagedEdit = z.infer<typeof stagedEdit>;
export type EditOf<Kind extends StagedEdit["kind"]> = Extract<StagedEdit, { kind: Kind }>;

/** What an edit is about: a list has one edit about each thing, the last word on it. */
export function keyOfEdit(edit: StagedEdit): string {
  switch (edit.kind) {
    case "add":
      return `task ${edit.task.id}`;
    case "delete":
      return `task ${edit.before.id}`;
    case "set":
      return `${edit.field} ${edit.of.id}`;
    case "connect":
    case "disconnect":
      return `edge ${edit.from.id} → ${edit.to.id}`;
    case "agent":
      return `agent ${edit.name}`;
  }
}

/** The same change of the same thing, on whichever version it was staged. */
export const isSameEdit = (one: StagedEdit, other: StagedEdit): boolean =>
  keyOfEdit(one) === keyOfEdit(other) && isSameJson({ ...one, before: null }, { ...other, before: null });

/** The list with one more edit, merged with what was staged about the same thing; what is undone by it is gone. */
export function stageEdit(edits: readonly StagedEdit[], edit: StagedEdit): StagedEdit[] {
  const key = keyOfEdit(edit);
  const known = edits.find((one) => keyOfEdit(one) === key);
  if (known === undefined) return changesNothing(edit) ? [...edits] : [...edits, edit];
  const merged = mergeEdits(known, edit);
  return edits.flatMap((one) => (one === known ? (merged ?? []) : one));
}

function mergeEdits(known: StagedEdit, edit: StagedEdit): StagedEdit | undefined {
  // One about the same edge or task is the same again, or takes it back.
  if (edit.kind !== known.kind) return;
  const merged = "before" in known ? ({ ...edit, before: known.before } as StagedEdit) : edit;
  return changesNothing(merged) ? undefined : merged;
}

const changesNothing = (edit: StagedEdit): boolean =>
  (edit.kind === "set" || edit.kind === "agent") && isSameJson(edit.before, edit.after);

/** The task with one of its fields set; `undefined` leaves the field out. */
export function withField(before: Task, field: SettableField, value: unknown): Task {
  const { [field]: _, ...rest } = before;
  return (value === undefined ? rest : { ...rest, [field]: value }) as Task;
}

export const endOf = ({ id, title }: Pick<Task, "id" | "title">): EditEnd => ({ id, title });
