"use client";

import { useEffect, useRef, useState } from "react";
import { isInOverlay, isTyping } from "../ui/behavior/is-typing";
import { actOf, RUN_LIST_KEYS, rowAfter } from "../ui/behavior/shortcuts";

type Selectable = { id: string };

/**
 * The runs of a list that are chosen: by their boxes, with Shift all in between, or by `x` on the row with the focus, to
 * which `j` and `k` lead; it is on the link to its run, which Enter opens.
 */
export function useSelection(rows: readonly Selectable[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const select = (id: string, toIt: boolean) => {
    const from = toIt ? last.current : undefined;
    last.current = id;
    setSelected((now) => selectionAfter(now, rows, { id, from }));
  };
  const latest = useRef({ rows, select });
  useEffect(() => {
    latest.current = { rows, select };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isInOverlay(event.target) || !(event.target instanceof Element)) return;
      const focusedId = event.target.closest<HTMLElement>("[data-run]")?.dataset.run;
      const act = runListAct(event.key, latest.current.rows, focusedId);
      if (!act) return;
      event.preventDefault();
      if (act.kind === "select") latest.current.select(act.id, false);
      else document.querySelector<HTMLElement>(`[data-run="${CSS.escape(act.id)}"] a`)?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  const shown = new Set([...selected].filter((id) => rows.some((row) => row.id === id)));
  return { selected: shown, select, clear: () => setSelected(new Set()) };
}

/** What a key does in the list; undefined for a key that does nothing there. */
export function runListAct(
  key: string,
  rows: readonly Selectable[],
  focusedId: string | undefined,
): { kind: "focus" | "select"; id: string } | undefined {
  const act = actOf(RUN_LIST_KEYS, { key });
  if (act === "select" && focusedId !== undefined) return { kind: "select", id: focusedId };
  const at = rows.findIndex(({ id }) => id === focusedId);
  const row = rows[rowAfter(act, at, rows.length) ?? -1];
  return row && { kind: "focus", id: row.id };
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
