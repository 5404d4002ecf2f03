"use client";

import { useEffect, useRef } from "react";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";

/** The keys of the plan editor, for the one list of all keys. */
export const EDITOR_KEYS = [
  { keys: "n", does: "Add a task" },
  { keys: "Delete", does: "Delete the selected task" },
  { keys: "Ctrl Z", does: "Undo (⌘ Z on a Mac); with Shift, redo" },
  { keys: "Esc", does: "Close the form, then leave the editor" },
] as const;

type EditorKeys = {
  undo?: (() => void) | undefined;
  redo?: (() => void) | undefined;
  addTask?(): void;
  deleteSelected?: (() => void) | undefined;
  leave(): void;
};

/** Off while somebody types, where Ctrl Z is the field's own. */
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTyping(event.target) || isInOverlay(event.target))
        return;
      const act = actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function actOf(
  { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  { undo, redo, addTask, deleteSelected, leave }: EditorKeys,
): (() => void) | undefined {
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === "z") return shiftKey ? redo : undo;
    return key.toLowerCase() === "y" ? redo : undefined;
  }
  if (key === "n") return addTask;
  if (key === "Delete" || key === "Backspace") return deleteSelected;
  return key === "Escape" ? leave : undefined;
}
