"use client";

import { isInOverlay, isTyping } from "./is-typing";
import { actOf, LIST_KEYS, rowAfter } from "./shortcuts";
import { useKeyDown } from "./use-key-down";

/** What opens a row of a list carries this: `j` and `k` lead from one to the next, and Enter presses it. */
const ROW = "[data-opens]:not(:disabled)";

/** Keys go through the rows of whatever lists a page has, in the order in which they stand. Off while somebody types. */
export function useRowKeys(): void {
  useKeyDown((event) => {
    if (event.defaultPrevented || isTyping(event.target) || isInOverlay(event.target)) return;
    const act = actOf(LIST_KEYS, event);
    if (act !== "next" && act !== "previous") return;
    const rows = [...document.querySelectorAll<HTMLElement>(ROW)].filter(
      (row) => row.getClientRects().length > 0,
    );
    const at = rows.findIndex((row) => rowOf(row).contains(event.target as Node | null));
    const to = rows[rowAfter(act, at, rows.length) ?? -1];
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
}

/** The focus may be on something else in the row. */
const rowOf = (opener: HTMLElement): Element => opener.closest("li") ?? opener;
