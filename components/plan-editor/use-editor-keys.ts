"use client";

import { useEffect, useRef } from "react";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";

/** The keys of the plan editor, for the one list of all keys. */
export const EDITOR_KEYS = [
  { keys: "n", does: "Add a task" },
  { keys: "Delete", does: "Delete the selected task" },
  { keys: "Ctrl Z", does: "Undo (⌘ Z on a Mac); with Shift, redo" },
  { keys: "Esc", does: "Leave the field, close the form, then leave the editor" },
] as const;

type EditorKeys = {
  undo?: (() => void) | undefined;
  redo?: (() => void) | undefined;
  addTask?(): void;
  deleteSelected?: (() => void) | undefined;
  leave(): void;
};

/** Off while somebody types; in a field nothing was written in, Ctrl Z is still that of the plan. */
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const written = watchWriting();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if (isInOverlay(event.target) && !isInSheet(event.target)) return;
      const act = isTyping(event.target)
        ? actInField(event, latest.current, written.isIn(event.target))
        : actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      written.stop();
    };
  }, []);
}

/** On a phone the form of a task is a sheet over the editor, and a part of it. */
const isInSheet = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("[role=dialog], [role=menu]")?.querySelector("[data-editor-sheet]") != null;

function actOf(event: KeyboardEvent, keys: EditorKeys): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return stepOf(event, keys);
  if (event.key === "n") return keys.addTask;
  if (event.key === "Delete" || event.key === "Backspace") return keys.deleteSelected;
  return event.key === "Escape" ? keys.leave : undefined;
}

function actInField(event: KeyboardEvent, keys: EditorKeys, isWritten: boolean): (() => void) | undefined {
  if (event.key === "Escape") return headingOf(event.target);
  return (event.ctrlKey || event.metaKey) && !isWritten ? stepOf(event, keys) : undefined;
}

function stepOf({ key, shiftKey }: KeyboardEvent, { undo, redo }: EditorKeys): (() => void) | undefined {
  if (key.toLowerCase() === "z") return shiftKey ? redo : undo;
  return key.toLowerCase() === "y" ? redo : undefined;
}

/** Out of a field of the form, to the title above it: there the keys are those of the editor again. */
function headingOf(field: EventTarget | null): (() => void) | undefined {
  const heading =
    // In an editor of code the key closes the list of names, and Tab leads on.
    !(field instanceof HTMLElement && field.isContentEditable) &&
    field instanceof Element &&
    field.closest("[data-inspector]")?.querySelector<HTMLElement>("[data-inspected]");
  return heading ? () => heading.focus() : undefined;
}

/** Knows the field whose own steps Ctrl Z takes back: it was written in since it got the focus, and not all of it is undone. */
function watchWriting(): { isIn(target: EventTarget | null): boolean; stop(): void } {
  const ended = new AbortController();
  const on = { capture: true, signal: ended.signal };
  let written: { field: EventTarget; before: string } | undefined;
  const textIn = (field: EventTarget) =>
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : undefined;
  document.addEventListener(
    "beforeinput",
    ({ target }) => {
      const before = target ? textIn(target) : undefined;
      if (target && before !== undefined && written?.field !== target) written = { field: target, before };
    },
    on,
  );
  document.addEventListener(
    "input",
    (event) => {
      const isUndone = event instanceof InputEvent && event.inputType === "historyUndo";
      if (isUndone && written && textIn(written.field) === written.before) written = undefined;
    },
    on,
  );
  document.addEventListener("focusout", () => (written = undefined), on);
  return {
    // An editor of code has a history of its own.
    isIn: (target) =>
      target === written?.field || (target instanceof HTMLElement && target.isContentEditable),
    stop: () => ended.abort(),
  };
}
