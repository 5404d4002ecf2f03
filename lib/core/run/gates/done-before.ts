import { getOwn } from "../../own";
import { ANY_TOOL } from "../../plan/reach";
import type { RunState, TaskState } from "../state";
import { toolsActed } from "./equal-calls";

/** What work has changed outside already that a task does again, or that it takes the place of. */
export type DoneBefore = { taskId: string; title: string; tools: string[] };

/**
 * Finds what was done outside before a task acts: by itself, by work that it descends from, and by the same tools in work that came
 * to nothing or that no version has any more. Lineages are their writer's to choose, and alone say too little.
 */
export function doneBefore(
  state: Readonly<RunState>,
): (task: { id: string; lineage?: string | undefined }, tools: readonly string[]) => DoneBefore[] {
  const acted = [...toolsActed(state)].flatMap(([id, tools]) => {
    const task = getOwn(state.tasks, id);
    return task ? [{ task, tools }] : [];
  });
  return ({ id, lineage = getOwn(state.tasks, id)?.spec.lineage }, tools) =>
    acted.flatMap(({ task, tools: used }): DoneBefore[] => {
      const isSame = task.id === id || task.spec.lineage === lineage;
      const isReplaced =
        isGone(task) && used.some((tool) => tools.includes(tool) || tools.includes(ANY_TOOL));
      return isSame || isReplaced ? [{ taskId: task.id, title: task.spec.title, tools: used }] : [];
    });
}

/** Something else may be done in its place. */
const isGone = ({ status }: TaskState): boolean => GONE.has(status);
const GONE: ReadonlySet<TaskState["status"]> = new Set(["superseded", "failed", "aborted", "skipped"]);
