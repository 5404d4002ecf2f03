"use client";

import { useEffect, useRef } from "react";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";
import { actOf, EDITOR_KEYS } from "../ui/behavior/shortcuts";
import { useKeyDown } from "../ui/behavior/use-key-down";

type EditorKeys = {
  undo?: (() => void) | undefined;
  redo?: (() => void) | undefined;
  addTask?(): void;
  deleteSelected?: (() => void) | undefined;
  leave(): void;
};

/** Off while somebody types; in a field nothing was written in, Ctrl Z is still that of the plan. */
export function useEditorKeys(keys: EditorKeys): void {
  const written = useRef<ReturnType<typeof watchWriting>>(undefined);
  useEffect(() => {
    written.current = watchWriting();
    return written.current.stop;
  }, []);
  useKeyDown((event) => {
    if (event.defaultPrevented) return;
    if (isInOverlay(event.target) && !isInSheet(event.target)) return;
    const act = actOf(EDITOR_KEYS, event);
    const perform = isTyping(event.target)
      ? actInField(event, keys, written.current?.isIn(event.target) ?? false)
      : act && keys[act];
    if (!perform) return;
    event.preventDefault();
    perform();
  });
}

/** On a phone the form of a task is a sheet over the editor, and a part of it. */
const isInSheet = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("[role=dialog], [role=menu]")?.querySelector("[data-editor-sheet]") != null;

/** In a field the way out of it, and the steps of the plan where nothing was written. */
function actInField(event: KeyboardEvent, keys: EditorKeys, isWritten: boolean): (() => void) | undefined {
  const act = actOf(EDITOR_KEYS, event);
  if (act === "leave") return headingOf(event.target);
  return (act === "undo" || act === "redo") && !isWritten ? keys[act] : undefined;
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
