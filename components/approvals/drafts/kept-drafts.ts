"use client";

import { useMemo, useSyncExternalStore } from "react";
import type { Decision } from "@/lib/core/plan/schema";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { keep, readKept } from "../../ui/behavior/use-kept";

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

export const EMPTY: Draft = { comment: "" };
/** What this tab keeps of them over reloads, as far as it was looked for. */
const savedDrafts = new Map<string, Draft | undefined>();
/** Drafts that are under way or were taken. */
export const sentDrafts = new Set<string>();
/** Gates that were answered on this page: what is shown as news is what others did. */
export const answeredHere = new Set<string>();
/** Runs of which a held decision was decided on this page. */
export const decidedHolds = new Set<string>();
const listeners = new Set<() => void>();
let sendings = 0;
/** Rises with everything that is sent or forgotten. */
export const sendingsSoFar = (): number => sendings;

export function savedDraft(key: string): Draft | undefined {
  if (!savedDrafts.has(key)) savedDrafts.set(key, readKept(keptAs(key)) as Draft | undefined);
  return savedDrafts.get(key);
}

export function saveDraft(key: string, draft: Draft | undefined): void {
  savedDrafts.set(key, draft);
  keep(keptAs(key), draft);
}

export const keptAs = (key: string): string => `decision/${key}`;

export function noteSending(): void {
  sendings += 1;
  tellListeners();
}

export function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Says whether a draft is under way or was taken, or was refused and is still to be sent. */
export function markSent(key: string, isSent: boolean): void {
  if (isSent) sentDrafts.add(key);
  else sentDrafts.delete(key);
  keep(keptAs(key), isSent ? undefined : savedDrafts.get(key));
  noteSending();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What of a gate or a review tells under which keys its drafts are kept. */
type Drafted = { approvalId?: string | undefined; runId: string; taskId?: string | null | undefined };

/** Whether anything is chosen or typed for a decision beside a verb: answered elsewhere without it, it would be lost. */
export const holdsAnswer = (draft: Draft | undefined): boolean =>
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
export const isTyped = ({ comment, value, tail, mark, items = {} }: Draft): boolean =>
  [comment, value, tail, mark?.reason, ...Object.values(items).map(({ reason }) => reason)].some(
    (text) => text !== undefined && text.trim() !== "",
  );
