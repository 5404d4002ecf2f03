"use client";

import { type FocusEvent, useEffect, useRef } from "react";
import { isInOverlay } from "../ui/behavior/is-typing";

const CONTROLS = ":is(button, input, select, textarea, summary, a[href]):not(:disabled)";
/** What comes first in these has nothing to do with what went. */
const WHOLE = "aside, body, [aria-label='Plan editor']";

/** Where the focus is: beside which task, in which row of a list, and within what. */
type Place = {
  control: HTMLElement;
  taskId: string | undefined;
  row: number;
  inRow: number;
  /** Innermost first. */
  around: Element[];
};

/**
 * The focus of those who use no pointer. What has it may go with the act it stands for, such as a row that is discarded:
 * then it moves to what took that place. It begins beside the canvas.
 */
export function useEditorFocus(taskId: string | undefined) {
  const aside = useRef<HTMLElement>(null);
  const place = useRef<Place | "opened" | undefined>("opened");
  useEffect(() => {
    const { current: before } = place;
    if (before === undefined || document.activeElement !== document.body) return;
    const panel = aside.current?.querySelector<HTMLElement>("[data-inspected]") ?? aside.current;
    if (before === "opened") panel?.focus({ preventScroll: true });
    else if (!before.control.isConnected)
      (before.taskId === taskId ? (successorOf(before) ?? panel) : panel)?.focus();
    place.current = undefined;
  });
  useEffect(() => {
    // Those who click beside everything want no control.
    const forget = () => {
      place.current = undefined;
    };
    document.addEventListener("pointerdown", forget, true);
    return () => document.removeEventListener("pointerdown", forget, true);
  }, []);
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    // A dialog gives the focus back by itself.
    if (!isInOverlay(target)) place.current = placeOf(target, taskId);
  };
  return { aside, onFocus };
}

function placeOf(control: HTMLElement, taskId: string | undefined): Place {
  const row = control.closest("li");
  const around: Element[] = [];
  for (let one = control.parentElement; one && !one.matches(WHOLE); one = one.parentElement) around.push(one);
  return {
    ...{ control, taskId, around },
    row: row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0,
    inRow: row ? [...row.querySelectorAll(CONTROLS)].indexOf(control) : 0,
  };
}

/** On the canvas the task at its one tab stop; in a list the row that moved up; else what comes first where it was. */
function successorOf({ around, row, inRow }: Place): HTMLElement | null | undefined {
  const there = around.filter(({ isConnected }) => isConnected);
  const canvas = there.find((one) => one.matches(".react-flow"));
  if (canvas) return canvas.querySelector<HTMLElement>('.react-flow__node[tabindex="0"]');
  const list = there.find((one) => one.matches("ul"));
  const rows = [...(list?.children ?? [])];
  const controls = (rows[row] ?? rows.at(-1))?.querySelectorAll<HTMLElement>(CONTROLS);
  if (controls) return controls[inRow] ?? controls[controls.length - 1];
  return firstOf(there);
}

function firstOf(there: readonly Element[]): HTMLElement | undefined {
  for (const one of there) {
    const control = one.querySelector<HTMLElement>(CONTROLS);
    if (control) return control;
  }
  return undefined;
}
