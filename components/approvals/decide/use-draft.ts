"use client";

import { useEffect, useState } from "react";
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
  /** The arguments of a call are edited as JSON, though they fit fields. */
  asJson?: boolean;
  decision?: Decision | undefined;
  /** The verb that was begun. */
  verb?: GateVerb | undefined;
  /** The second step of a risky answer. */
  armed?: boolean;
};

const EMPTY: Draft = { comment: "" };
const savedDrafts = new Map<string, Draft>();

/** A draft that survives closing the panel, but for a second step that was not taken; `clear` forgets it. */
export function useDraft(key: string, initial: Partial<Draft> = {}) {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...EMPTY,
    ...savedDrafts.get(key),
    armed: false,
    ...initial,
  }));
  useEffect(() => {
    savedDrafts.set(key, draft);
  }, [key, draft]);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const clear = () => {
    setDraft(EMPTY);
    savedDrafts.delete(key);
  };
  return { draft, change, clear };
}
