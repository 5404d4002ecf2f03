import { declaredAgent } from "../agents";
import type { Plan } from "../schema";
import { freshTaskId } from "./acts";
import type { EditConflict, StagingBase } from "./apply";
import { type EditEnd, keyOfEdit, type StagedEdit } from "./edits";

/**
 * Staged edits for a later version of the plan. A task that the version has under another id is followed there, if it says
 * that it replaces the earlier one and has its title; no edit is lost, and what does not fit is a conflict once applied.
 */
export function rebaseStaged({ plan }: StagingBase, edits: readonly StagedEdit[]): StagedEdit[] {
  const ids = new Set(plan.tasks.map(({ id }) => id));
  for (const edit of edits) if (edit.kind === "add") ids.add(edit.task.id);
  const idOf = ({ id, title }: EditEnd): string => (ids.has(id) ? id : (successorOf(plan, id, title) ?? id));
  const follow = (end: EditEnd): EditEnd => ({ ...end, id: idOf(end) });
  const moved = (edit: StagedEdit): StagedEdit => {
    switch (edit.kind) {
      case "add": {
        const dependsOn = edit.task.dependsOn.map((id) => (ids.has(id) ? id : (successorOf(plan, id) ?? id)));
        return { ...edit, task: { ...edit.task, dependsOn } };
      }
      case "delete":
        return { ...edit, before: { ...edit.before, id: idOf(edit.before) } };
      case "set":
        return { ...edit, of: follow(edit.of) };
      case "connect":
      case "disconnect":
        return { ...edit, from: follow(edit.from), to: follow(edit.to) };
      case "agent":
        return edit;
    }
  };
  return edits.map(moved);
}

/** The one task that says, over as many versions as there were, that it replaces this one. */
function successorOf(plan: Plan, id: string, title?: string): string | undefined {
  const found = plan.tasks.filter(
    (task) => task.replaces === id && (title === undefined || task.title === title),
  );
  return found.length === 1 ? found[0]?.id : undefined;
}

/** Whether the person can insist on an edit that is in conflict: what it is about is still there. */
export const canKeep = ({ why: { code } }: EditConflict): boolean =>
  code !== "task_gone" && code !== "task_locked";

/** The edits with one of those in conflict held against the plan as it is now: it applies, whatever it was staged on. */
export function keepMine(
  base: StagingBase,
  edits: readonly StagedEdit[],
  { edit: kept }: EditConflict,
): StagedEdit[] {
  const tasks = new Map(base.plan.tasks.map((task) => [task.id, task]));
  const seenNow = (end: EditEnd): EditEnd => ({ ...end, title: tasks.get(end.id)?.title ?? end.title });
  const added = new Set(edits.flatMap((edit) => (edit.kind === "add" ? edit.task.id : [])));
  const next = (edit: StagedEdit): StagedEdit => {
    switch (edit.kind) {
      case "add": {
        const dependsOn = edit.task.dependsOn.filter((id) => tasks.has(id) || added.has(id));
        return { ...edit, task: { ...edit.task, dependsOn } };
      }
      case "delete":
        return { ...edit, before: tasks.get(edit.before.id) ?? edit.before };
      case "set": {
        const { before: _, ...rest } = edit;
        const now = tasks.get(edit.of.id)?.[edit.field];
        return { ...rest, of: seenNow(edit.of), ...(now !== undefined && { before: now }) };
      }
      case "connect":
      case "disconnect":
        return { ...edit, from: seenNow(edit.from), to: seenNow(edit.to) };
      case "agent": {
        const { before: _, ...rest } = edit;
        const now = declaredAgent(base.plan, edit.name);
        return { ...rest, ...(now && { before: now }) };
      }
    }
  };
  const key = keyOfEdit(kept);
  const insisted = edits.map((edit) => (keyOfEdit(edit) === key ? next(edit) : edit));
  const isTaken = kept.kind === "add" && (tasks.has(kept.task.id) || base.usedIds.has(kept.task.id));
  return isTaken ? renameAdded(insisted, kept.task.id, freshTaskId(base, edits)) : insisted;
}

/** A new task under another id, with all that names it among the edits. */
function renameAdded(edits: readonly StagedEdit[], from: string, to: string): StagedEdit[] {
  return edits.map((edit) => {
    if (edit.kind === "add") {
      const dependsOn = edit.task.dependsOn.map((id) => (id === from ? to : id));
      return { ...edit, task: { ...edit.task, id: edit.task.id === from ? to : edit.task.id, dependsOn } };
    }
    const isEdge = edit.kind === "connect" || edit.kind === "disconnect";
    return isEdge && edit.from.id === from ? { ...edit, from: { ...edit.from, id: to } } : edit;
  });
}
