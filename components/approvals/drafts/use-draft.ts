"use client";

import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Decision } from "@/lib/core/plan/schema";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { useIsHydrated } from "../../ui/behavior/use-is-hydrated";
import { keep, keptAtMs, readKept } from "../../ui/behavior/use-kept";

/** What a person has typed for a decision and not sent. */
export type Draft = {
  comment: string;
  /** The edited value, the answer in words, or the final result; undefined until they begin. */
  value?: string | undefined;
  tail?: string | undefined;
  /** The plan version that was seen when the tail was begun, or whose changes were told since. */
  tailVersion?: number | undefined;
  /** What stands in the fields of a form, and whether somebody has tried to send it. */
  entries?: Record<string, string> | undefined;
  tried?: boolean;
  /** Verdicts on the items of a list, by their place; a rejection keeps its reason when it is changed and changed back. */
  items?: Readonly<Record<number, DraftVerdict>> | undefined;
  itemProblem?: ItemProblem | undefined;
  /** On the call that the gate asks about, as it was marked among those that wait together. */
  mark?: DraftVerdict | undefined;
  /** The arguments of a call are edited as JSON, though they fit fields. */
  asJson?: boolean;
  decision?: Decision | undefined;
  /** The verb that was begun. */
  verb?: GateVerb | undefined;
  /** The second step of a risky answer. */
  armed?: boolean;
};

/** Why verdicts could not go with an answer, and at which item. */
export type ItemProblem = { problem: string; at?: number };

export type DraftVerdict = { verdict: "accept" | "reject"; reason?: string };

const EMPTY: Draft = { comment: "" };
/** What this tab keeps of them over reloads, as far as it was looked for. */
const savedDrafts = new Map<string, Draft | undefined>();
/** Drafts that are under way or were taken. */
const sentDrafts = new Set<string>();
/** Gates that were answered on this page: what is shown as news is what others did. */
export const answeredHere = new Set<string>();
/** Runs of which a held decision was decided on this page. */
export const decidedHolds = new Set<string>();
const listeners = new Set<() => void>();
let sendings = 0;

function savedDraft(key: string): Draft | undefined {
  if (!savedDrafts.has(key)) savedDrafts.set(key, readKept(keptAs(key)) as Draft | undefined);
  return savedDrafts.get(key);
}

function saveDraft(key: string, draft: Draft | undefined): void {
  savedDrafts.set(key, draft);
  keep(keptAs(key), draft);
}

const keptAs = (key: string): string => `decision/${key}`;

function noteSending(): void {
  sendings += 1;
  tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Says whether a draft is under way or was taken, or was refused and is still to be sent. */
export function markSent(key: string, isSent: boolean): void {
  if (isSent) sentDrafts.add(key);
  else sentDrafts.delete(key);
  keep(keptAs(key), isSent ? undefined : savedDrafts.get(key));
  noteSending();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was typed for a decision and neither sent nor thrown away, by its key; renewed when something is sent. */
export function useUnsentDrafts(): (key: string) => Draft | undefined {
  useSyncExternalStore(
    subscribe,
    () => sendings,
    () => 0,
  );
  return useIsHydrated() ? unsentDraft : noDraft;
}

const noDraft = () => undefined;

/** What of a gate or a review tells under which keys its drafts are kept. */
type Drafted = { approvalId?: string | undefined; runId: string; taskId?: string | null | undefined };

/** Whether anything is chosen or typed for a decision beside a verb: answered elsewhere without it, it would be lost. */
const holdsAnswer = (draft: Draft | undefined): boolean =>
  draft !== undefined &&
  (isTyped(draft) ||
    draft.mark !== undefined ||
    Object.keys(draft.items ?? {}).length > 0 ||
    Object.values(draft.entries ?? {}).some((text) => text.trim() !== ""));

function isDrafted({ approvalId, runId, taskId }: Drafted): boolean {
  const isUnsent = (key: string) => !sentDrafts.has(key) && holdsAnswer(savedDraft(key));
  if (approvalId !== undefined && isUnsent(approvalId)) return true;
  if (taskId == null) return false;
  // A review's draft may have begun while its decision was held.
  return isUnsent(`${runId}/${taskId}`);
}

/** Those of the decisions for which this tab keeps an answer that was begun and not sent, by their place. */
export function useDraftedPlaces(decisions: readonly Drafted[]): ReadonlySet<number> {
  const places = useSyncExternalStore(
    subscribe,
    () => decisions.flatMap((one, place) => (isDrafted(one) ? place : [])).join(" "),
    () => "",
  );
  return useMemo(() => new Set(places === "" ? [] : places.split(" ").map(Number)), [places]);
}

/** True for words that a person would miss. */
const isTyped = ({ comment, value, tail, mark, items = {} }: Draft): boolean =>
  [comment, value, tail, mark?.reason, ...Object.values(items).map(({ reason }) => reason)].some(
    (text) => text !== undefined && text.trim() !== "",
  );

export function unsentDraft(key: string): Draft | undefined {
  const draft = sentDrafts.has(key) ? undefined : savedDraft(key);
  return draft && isTyped(draft) ? draft : undefined;
}

export function forgetDraft(key: string): void {
  saveDraft(key, undefined);
  noteSending();
}

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
