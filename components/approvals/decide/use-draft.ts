"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { Decision } from "@/lib/core/plan/schema";
import type { GateVerb } from "@/lib/core/run/gates/table";

/** What a person has typed for a decision and not sent. */
export type Draft = {
  comment: string;
  /** The edited value, the answer in words, or the final result; undefined until they begin. */
  value?: string | undefined;
  tail?: string | undefined;
  /** What stands in the fields of a form, and whether somebody has tried to send it. */
  entries?: Record<string, string> | undefined;
  tried?: boolean;
  /** Verdicts on the items of a list, by their place; a rejection keeps its reason when it is changed and changed back. */
  items?: Readonly<Record<number, DraftVerdict>> | undefined;
  itemProblem?: ItemProblem | undefined;
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
const savedDrafts = new Map<string, Draft>();
/** Drafts that are under way or were taken. */
const sentDrafts = new Set<string>();
const listeners = new Set<() => void>();
let sendings = 0;

function noteSending(): void {
  sendings += 1;
  for (const listener of listeners) listener();
}

/** Says whether a draft is under way or was taken, or was refused and is still to be sent. */
export function markSent(key: string, isSent: boolean): void {
  if (isSent) sentDrafts.add(key);
  else sentDrafts.delete(key);
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
  return unsentDraft;
}

/** True for words that a person would miss. */
const isTyped = ({ comment, value, tail, items = {} }: Draft): boolean =>
  [comment, value, tail, ...Object.values(items).map(({ reason }) => reason)].some(
    (text) => text !== undefined && text.trim() !== "",
  );

function unsentDraft(key: string): Draft | undefined {
  const draft = sentDrafts.has(key) ? undefined : savedDrafts.get(key);
  return draft && isTyped(draft) ? draft : undefined;
}

export function forgetDraft(key: string): void {
  savedDrafts.delete(key);
  noteSending();
}

/** What was typed for one decision stays for another. */
function moveDraft(from: string, to: string): void {
  const draft = savedDrafts.get(from);
  if (!draft || savedDrafts.has(to)) return;
  savedDrafts.set(to, draft);
  savedDrafts.delete(from);
}

/**
 * A draft that survives closing the panel, but for a second step that was not taken; `clear` forgets it. `from` is the
 * key under which it may have begun.
 */
export function useDraft(key: string, initial: Partial<Draft> = {}, from?: string) {
  const [draft, setDraft] = useState<Draft>(() => {
    if (from !== undefined) moveDraft(from, key);
    return { ...EMPTY, ...savedDrafts.get(key), armed: false, ...initial };
  });
  useEffect(() => {
    savedDrafts.set(key, draft);
  }, [key, draft]);
  const change = (part: Partial<Draft>) => {
    sentDrafts.delete(key);
    setDraft((before) => ({ ...before, ...part }));
  };
  const clear = () => {
    setDraft(EMPTY);
    savedDrafts.delete(key);
  };
  return { draft, change, clear };
}
