"use client";

import { useEffect, useRef } from "react";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";

type TaskKeys = {
  /** In the order in which the keys go through them. */
  taskIds: readonly string[];
  /** The task that is selected when a key comes: quick keys come before the last one is drawn. */
  selected(): string | undefined;
  select(taskId: string | undefined): void;
  /** Off while another tab is shown. */
  enabled: boolean;
};

/** `j` and `k` go through the tasks, Enter goes into the inspector, Esc closes it. Off while somebody types. */
export function useTaskKeys(keys: TaskKeys): void {
  const latest = useRef(keys);
  /** The task to whose inspector Enter leads, until it is drawn. */
  const awaitedTaskId = useRef<string>(undefined);
  useEffect(() => {
    latest.current = keys;
    awaitedTaskId.current = focusInspector(awaitedTaskId.current, keys.selected());
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { taskIds, select, enabled } = latest.current;
      if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      const selected = latest.current.selected();
      if (event.key === "Escape" && selected !== undefined) select(undefined);
      else if (event.key === "j" || event.key === "k") {
        select(taskAfterKey(taskIds, selected, event.key));
      } else if (event.key === "Enter" && selected !== undefined && isOnPage(event.target)) {
        awaitedTaskId.current = focusInspector(selected, selected);
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** The task that `j` (next) or `k` (the one before) leads to; the ends lead nowhere further. */
export function taskAfterKey(
  taskIds: readonly string[],
  selected: string | undefined,
  key: "j" | "k",
): string | undefined {
  const at = selected === undefined ? -1 : taskIds.indexOf(selected);
  if (at === -1) return key === "j" ? taskIds[0] : taskIds.at(-1);
  const to = key === "j" ? at + 1 : at - 1;
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
