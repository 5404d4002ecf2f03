"use client";

import { useRef, useState } from "react";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";
import { actOf, RUN_LIST_KEYS } from "../ui/behavior/shortcuts";
import { useKeyDown } from "../ui/behavior/use-key-down";

type Selectable = { id: string };

/** The runs of a list that are chosen: by their boxes, with Shift all in between, or by `x` on the row with the focus. */
export function useSelection(rows: readonly Selectable[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const select = (id: string, toIt: boolean) => {
    const from = toIt ? last.current : undefined;
    last.current = id;
    setSelected((now) => selectionAfter(now, rows, { id, from }));
  };
  useKeyDown((event) => {
    const { target } = event;
    if (event.defaultPrevented || isTyping(target) || isInOverlay(target) || !(target instanceof Element))
      return;
    const focusedId = target.closest<HTMLElement>("[data-run]")?.dataset.run;
    if (focusedId === undefined || actOf(RUN_LIST_KEYS, event) !== "select") return;
    event.preventDefault();
    select(focusedId, false);
  });
  const shown = new Set([...selected].filter((id) => rows.some((row) => row.id === id)));
  return { selected: shown, select, clear: () => setSelected(new Set()) };
}

/** With the run or without it; with all from another one on, in the order of the list. */
export function selectionAfter(
  now: ReadonlySet<string>,
  rows: readonly Selectable[],
  { id, from }: { id: string; from: string | undefined },
): Set<string> {
  const next = new Set(now);
  const ids = rows.map((row) => row.id);
  const [at, fromAt] = [ids.indexOf(id), from === undefined ? -1 : ids.indexOf(from)];
  if (at === -1) return next;
  if (fromAt === -1) {
    if (!next.delete(id)) next.add(id);
    return next;
  }
  const between = ids.slice(Math.min(at, fromAt), Math.max(at, fromAt) + 1);
  for (const one of between) next.add(one);
  return next;
}
