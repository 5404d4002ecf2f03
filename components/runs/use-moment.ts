"use client";

import { useCallback, useState } from "react";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { readUrlParam, useUrlParam } from "../ui/behavior/use-url-param";
import type { CountedUsage } from "./run-usage";

/** A run as it was after one of its events. */
export type Moment = {
  seq: number;
  state: RunState;
  /** The event itself; undefined while it is not read. */
  event: RunEvent | undefined;
  /** Those up to it, in order: all when `complete`, else the last of them. */
  events: readonly RunEvent[];
  complete: boolean;
  usage: CountedUsage;
};

/** Runs of up to so many events are read as a whole and folded here; a longer one is folded by the server. */
export const isReadWhole = (events: number): boolean => events <= 20_000;

/** The moment that the page's address names, and how to go to another. `moment` is there once it has been folded. */
export function useMoment(lastSeq: number) {
  const [text, setText] = useUrlParam("at");
  const at = readSeq(text, lastSeq);
  const [moment, onMoment] = useState<Moment>();
  /** Undefined is now. The first step away from it is one that the browser's Back undoes. */
  const moveTo = useCallback(
    (seq: number | undefined) =>
      setText(
        seq === undefined ? undefined : String(seq),
        seq !== undefined && readUrlParam("at") === undefined ? "push" : "replace",
      ),
    [setText],
  );
  return { at, moveTo, moment: at === undefined ? undefined : moment, onMoment };
}

/** The number of an event that the run has. */
export function readSeq(text: string | undefined, lastSeq: number): number | undefined {
  const seq = Number(text);
  return Number.isInteger(seq) && seq >= 1 && seq <= lastSeq ? seq : undefined;
}
