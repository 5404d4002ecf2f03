"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { GateVerb } from "@/lib/core/run/gates/table";

/** The panels that are shown, by the key of their draft, and an answer that waits for the panel in which it is given. */
const panels = new Map<string, (verb: GateVerb) => void>();
let awaitedAnswer: { key: string; verb: GateVerb } | undefined;

/** Begins an answer in the panel of a decision; false where that is yet to be opened. */
export function beginAnswer(key: string, verb: GateVerb): boolean {
  const begin = panels.get(key);
  awaitedAnswer = begin ? undefined : { key, verb };
  begin?.(verb);
  return begin !== undefined;
}

/** Takes up answers that are begun elsewhere on the page. Gives how many were, for `useBegunFocus`. */
export function useBegunAnswer(key: string, begin: (verb: GateVerb) => void): number {
  const [count, setCount] = useState(0);
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    const take = (verb: GateVerb) => {
      latest.current(verb);
      setCount((n) => n + 1);
    };
    panels.set(key, take);
    if (awaitedAnswer?.key === key) {
      take(awaitedAnswer.verb);
      awaitedAnswer = undefined;
    }
    return () => {
      if (panels.get(key) === take) panels.delete(key);
    };
  }, [key]);
  return count;
}

/** Scrolls the dock alone to it: focus by itself scrolls whatever is around the dock, too. */
function focusInDock(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  const room = field?.closest("[data-dock] > *");
  if (!field || !room) return field?.scrollIntoView({ block: "nearest" });
  const [place, seen] = [field.getBoundingClientRect(), room.getBoundingClientRect()];
  room.scrollTop += (place.top + place.bottom - seen.top - seen.bottom) / 2;
}

/** Leads to the field in which an answer that was begun elsewhere continues. */
export function useBegunFocus(begun: number, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // After a sheet that opens with it has taken the focus.
    if (begun > 0) requestAnimationFrame(() => focusInDock(field.current));
  }, [begun, field]);
}
