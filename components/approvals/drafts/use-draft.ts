"use client";

import { useRef, useState, useSyncExternalStore } from "react";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import { keptAtMs } from "../../ui/behavior/use-kept";
import {
  type Draft,
  type DraftVerdict,
  EMPTY,
  holdsAnswer,
  keptAs,
  saveDraft,
  savedDraft,
  sentDrafts,
  subscribe,
  tellListeners,
} from "./kept-drafts";

/** The marks on calls that wait together, by the gates that ask about them; each is part of the draft of its gate. */
export function useMarks(approvalIds: readonly string[]) {
  const isHydrated = useIsHydrated();
  useSyncExternalStore(
    subscribe,
    () =>
      JSON.stringify(approvalIds.map((id) => (sentDrafts.has(id) ? null : (savedDraft(id)?.mark ?? null)))),
    () => "",
  );
  const markOf = (id: string): DraftVerdict | undefined =>
    isHydrated && !sentDrafts.has(id) ? savedDraft(id)?.mark : undefined;
  const setMark = (id: string, mark: DraftVerdict | undefined) => {
    sentDrafts.delete(id);
    saveDraft(id, { ...EMPTY, ...savedDraft(id), mark });
    tellListeners();
  };
  return { markOf, setMark };
}

/** What was typed for one decision stays for another. */
function moveDraft(from: string, to: string): void {
  const draft = savedDraft(from);
  if (!draft || savedDraft(to)) return;
  saveDraft(to, draft);
  saveDraft(from, undefined);
}

/**
 * A draft that survives closing the panel and reloading the page, but for a second step that was not taken; `clear`
 * forgets it, and its form stays as it was sent until it goes with its decision. `from` is the key under which it may have
 * begun.
 */
export function useDraft(key: string, initial: Partial<Draft> = {}, from?: string) {
  const isHydrated = useIsHydrated();
  const begun = { ...EMPTY, ...initial };
  const load = (): Draft => {
    if (from !== undefined) moveDraft(from, key);
    const saved = { ...EMPTY, ...savedDraft(key) };
    // What was said with a mark is the comment of the answer.
    return { ...saved, comment: saved.comment || (saved.mark?.reason ?? ""), armed: false, ...initial };
  };
  // What the server drew knows nothing of what this tab keeps.
  const [known, setDraft] = useState(() => (isHydrated ? load() : undefined));
  if (isHydrated && known === undefined) setDraft(load());
  const draft = known ?? begun;
  const latest = useRef(draft);
  latest.current = draft;
  // What was typed when the panel is shown was typed before; a verb that is begun elsewhere was not.
  const [wasTyped] = useState(() =>
    isHydrated && holdsAnswer(savedDraft(key)) ? { atMs: keptAtMs(keptAs(key)) } : undefined,
  );
  const [isRemoved, setRemoved] = useState(false);
  const change = (part: Partial<Draft>) => {
    sentDrafts.delete(key);
    latest.current = { ...latest.current, ...part };
    saveDraft(key, latest.current);
    setDraft(latest.current);
    tellListeners();
  };
  const clear = () => {
    saveDraft(key, undefined);
    tellListeners();
  };
  const onRemove = () => {
    latest.current = EMPTY;
    clear();
    setDraft(EMPTY);
    setRemoved(true);
  };
  return { draft, change, clear, ...(wasTyped && !isRemoved && { restored: { ...wasTyped, onRemove } }) };
}
