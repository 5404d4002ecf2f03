"use client";

import { useEffect, useRef } from "react";
import { isTyping } from "../typing";
import { rowAfterKey } from "./filters";

type Triage = {
  ids: readonly string[];
  /** The gate in the drawer, if one is open. */
  openId: string | undefined;
  /** Opens a gate; `verb` is begun there, and sent from there. */
  onOpen(id: string, verb?: string): void;
  /** Chooses a gate to be decided with others, or leaves it. */
  onSelect(id: string): void;
};

const VERBS: Record<string, string> = { a: "approve", r: "reject", e: "edit" };

/**
 * `j` and `k` go through the rows, in the drawer through the gates; `a`, `r` and `e` on a row open it with that verb
 * begun, and `x` chooses it together with others. Off while somebody types, and in any other dialog.
 */
export function useTriageKeys(triage: Triage): void {
  const latest = useRef(triage);
  useEffect(() => {
    latest.current = triage;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { ids, openId, onOpen, onSelect } = latest.current;
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      const inDialog = target?.closest("[role=dialog]") != null;
      if (isTyping(target ?? null) || (inDialog && openId === undefined)) return;
      const focused = target?.closest<HTMLElement>("[data-row]")?.dataset.row;
      const row = rowAfterKey(event.key, ids.indexOf(openId ?? focused ?? ""), ids.length);
      const id = row === undefined ? undefined : ids[row];
      const verb = VERBS[event.key];
      if (id !== undefined) {
        if (openId !== undefined) onOpen(id);
        else document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
      } else if (verb !== undefined && focused !== undefined && openId === undefined) onOpen(focused, verb);
      else if (event.key === "x" && focused !== undefined && openId === undefined) onSelect(focused);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
