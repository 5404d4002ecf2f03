import { isSameJson } from "../../json";
import { quoted } from "../../legible/marked";
import type { ConflictReason, TaskLock } from "../../plan/staged/apply";
import { keyOfEdit, type StagedEdit } from "../../plan/staged/edits";
import { TASK_STATUS_DISPLAY } from "../looks/task-status";
import { type DiffLine, fieldLabel } from "./plan-diff";

/** A staged edit in a line, as the list of staged changes has it. */
export function describeEdit(edit: StagedEdit): DiffLine {
  switch (edit.kind) {
    case "add":
      return { sign: "+", text: edit.task.title };
    case "delete":
      return { sign: "−", text: edit.before.title };
    case "set":
      return { sign: "~", text: `${edit.of.title}: ${fieldLabel(edit.field)}` };
    case "connect":
      return { sign: "⇄", text: `${edit.to.title} waits for ${edit.from.title}` };
    case "disconnect":
      return { sign: "⇄", text: `${edit.to.title} no longer waits for ${edit.from.title}` };
    case "agent":
      return { sign: edit.before ? "~" : "+", text: `Agent ${edit.name}` };
  }
}

/** What a step changed in the list of staged edits, in a sentence to be read out; undefined for nothing. */
export function describeStaging(
  before: readonly StagedEdit[],
  after: readonly StagedEdit[],
): string | undefined {
  const was = new Map(before.map((edit) => [keyOfEdit(edit), edit]));
  const is = new Set(after.map(keyOfEdit));
  const staged = after.filter((edit) => !isSameJson(was.get(keyOfEdit(edit)), edit));
  const gone = before.filter((edit) => !is.has(keyOfEdit(edit)));
  const said = [
    staged.length > 0 && `Staged: ${inWords(staged)}.`,
    gone.length > 0 && `No longer staged: ${inWords(gone)}.`,
  ].filter(Boolean);
  return said.length === 0 ? undefined : said.join(" ");
}

const inWords = (edits: readonly StagedEdit[]): string => {
  const [only, ...others] = edits;
  return only && others.length === 0 ? spoken(only) : `${edits.length} changes`;
};

/** The line of an edit with a word for its sign. */
function spoken(edit: StagedEdit): string {
  const { sign, text } = describeEdit(edit);
  return sign === "+" ? `added ${text}` : sign === "−" ? `deleted ${text}` : text;
}

/** Why an edit does not fit the plan as it is now. */
export function describeConflict(why: ConflictReason): string {
  switch (why.code) {
    case "task_gone":
      return `${quoted(why.title)} is no longer in the plan.`;
    case "other_task":
      return `${quoted(why.title)} is ${quoted(why.now)} now, which may be other work.`;
    case "task_locked":
      return lockReason(why.lock);
    case "value_changed":
      return "This was changed in the meantime.";
    case "task_changed":
      return `The task was changed in the meantime: ${why.fields.map(({ field }) => fieldLabel(field)).join(", ")}.`;
    case "id_taken":
      return "Its id now stands for another task.";
    case "dependencies_gone":
      return `It waits for tasks that are no longer in the plan: ${why.ids.join(", ")}.`;
  }
}

/** Why a task cannot be edited, and what can be done instead. */
export function lockReason({ kind, status }: TaskLock): string {
  const { word } = TASK_STATUS_DISPLAY[status];
  if (kind === "at_work")
    return `The task has begun (${word}). Delete it to stop it, or replace it with new work.`;
  return status === "succeeded"
    ? "The task has succeeded. Its result stays as it is."
    : `The task has ended (${word}). Put new work in its place.`;
}
