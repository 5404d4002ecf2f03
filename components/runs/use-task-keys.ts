"use client";

import { useEffect, useRef } from "react";
import { handOverFocus } from "../ui/behavior/hand-over-focus";
import { useRunKeys } from "../ui/behavior/run-keys";

type TaskKeys = {
  /** In the order in which the keys go through them. */
  taskIds: readonly string[];
  /** The task that is selected when a key comes. */
  selected(): string | undefined;
  select(taskId: string | undefined): void;
  /** Off while another tab is shown. */
  enabled: boolean;
};

/** Where Tab stops among the tasks, on the canvas or in their list. */
export const TASK_STOP = '.react-flow__node[tabindex="0"], [role="treeitem"][tabindex="0"]';

/** Keys go through the tasks, into the inspector of the selected one, and close it. */
export function useTaskKeys(keys: TaskKeys): void {
  const { taskIds, selected, select, enabled } = keys;
  /** The task to whose inspector the key leads, until it is drawn. */
  const awaitedTaskId = useRef<string>(undefined);
  useEffect(() => {
    awaitedTaskId.current = focusInspector(awaitedTaskId.current, selected());
  });
  const move = (way: "next" | "previous") => enabled && select(taskAfterKey(taskIds, selected(), way));
  useRunKeys({
    nextTask: () => move("next"),
    previousTask: () => move("previous"),
    closeDetails: ({ target }) => {
      if (!enabled || selected() === undefined) return false;
      select(undefined);
      if (target instanceof Element && target.closest("[data-inspector]")) handOverFocus(TASK_STOP);
    },
    enterDetails: ({ target }) => {
      const taskId = selected();
      if (!enabled || taskId === undefined || !isOnPage(target)) return false;
      awaitedTaskId.current = focusInspector(taskId, taskId);
    },
  });
}

/** The task that comes after or before the selected one; the ends lead nowhere further. */
export function taskAfterKey(
  taskIds: readonly string[],
  selected: string | undefined,
  way: "next" | "previous",
): string | undefined {
  const at = selected === undefined ? -1 : taskIds.indexOf(selected);
  if (at === -1) return way === "next" ? taskIds[0] : taskIds.at(-1);
  const to = way === "next" ? at + 1 : at - 1;
  return taskIds[Math.min(taskIds.length - 1, Math.max(0, to))];
}

/** Enter on a control is that control's. */
const isOnPage = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest("button, a, [role=treeitem], [role=tab], summary") === null;

/** Goes into the inspector of this task; gives the task back while that is still to come. */
function focusInspector(taskId: string | undefined, selected: string | undefined): string | undefined {
  if (taskId === undefined || taskId !== selected) return;
  const heading = document.querySelector<HTMLElement>(`[data-inspected="${CSS.escape(taskId)}"]`);
  heading?.focus();
  return heading ? undefined : taskId;
}
