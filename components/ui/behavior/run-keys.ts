"use client";

import { useEffect, useRef } from "react";
import { isInOverlay, isTyping } from "./is-typing";

/** The keys of a run's page, each with what it asks for; what acts on them reads them here, and so does the sheet of all keys. */
export const RUN_KEYS = [
  { acts: { j: "nextTask", k: "previousTask" }, does: "Next / previous task" },
  { acts: { Enter: "enterDetails" }, does: "Go to the details of the task" },
  { acts: { Escape: "closeDetails" }, does: "Close the details" },
  { acts: { "[": "previousEvent", "]": "nextEvent" }, does: "Previous / next event of the run" },
  { acts: { m: "comment" }, does: "Comment on the task, or on the plan" },
] as const;

type Values<Of> = Of extends unknown ? Of[keyof Of] : never;
export type RunAct = Values<(typeof RUN_KEYS)[number]["acts"]>;

const ACTS = new Map(RUN_KEYS.flatMap(({ acts }) => Object.entries<RunAct>(acts)));
const KEYS = new Map([...ACTS].map(([key, act]) => [act, key]));

/** The key of an act, to name it beside what does the same. */
export const runKeyOf = (act: RunAct): string => KEYS.get(act) ?? "";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "defaultPrevented" | "target">;

/** What a key asks of the page; undefined while somebody types, and in dialogs and menus, whose keys are their own. */
export function runActOf(event: Pressed): RunAct | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = ACTS.get(event.key);
  return act && !isTyping(event.target) && !isInOverlay(event.target) ? act : undefined;
}

/** Acts on keys of the run's page. What gives `false` leaves the key to others. */
export function useRunKeys(acts: Partial<Record<RunAct, (event: KeyboardEvent) => unknown>>): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = runActOf(event);
      const perform = act && latest.current[act];
      if (perform && perform(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
