"use client";

import { useSyncExternalStore } from "react";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import {
  type Draft,
  isTyped,
  noteSending,
  saveDraft,
  savedDraft,
  sendingsSoFar,
  sentDrafts,
  subscribe,
} from "./kept-drafts";

/** Gives what was typed for a decision and neither sent nor thrown away, by its key; renewed when something is sent. */
export function useUnsentDrafts(): (key: string) => Draft | undefined {
  useSyncExternalStore(subscribe, sendingsSoFar, () => 0);
  return useIsHydrated() ? unsentDraft : noDraft;
}

const noDraft = () => undefined;

export function unsentDraft(key: string): Draft | undefined {
  const draft = sentDrafts.has(key) ? undefined : savedDraft(key);
  return draft && isTyped(draft) ? draft : undefined;
}

export function forgetDraft(key: string): void {
  saveDraft(key, undefined);
  noteSending();
}
