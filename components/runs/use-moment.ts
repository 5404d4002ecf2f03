"use client";

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
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

/** The moment of an event; undefined where that has not been read yet. */
export type ReadMoment = (seq: number) => Moment | undefined;

/**
 * The moment that the page's address names, and how to go to another. `moment` is there once it can be read; until then
 * the one before stands.
 */
export function useMoment(lastSeq: number) {
  const { at, moveTo } = useSeqAhead(lastSeq);
  const [reader, setReader] = useState<{ read: ReadMoment }>();
  const onReader = useCallback((read: ReadMoment | undefined) => setReader(read && { read }), []);
  const found = useMemo(() => (at === undefined ? undefined : reader?.read(at)), [at, reader]);
  const last = useRef(found);
  if (found || !reader) last.current = found;
  return { at, moveTo, moment: at === undefined ? undefined : last.current, onReader };
}

/** The event in the page's address, ahead of which the page moves: the address follows once the move has been painted. */
function useSeqAhead(lastSeq: number) {
  const [text, setText] = useUrlParam("at");
  const named = readSeq(text, lastSeq);
  const [ahead, setAhead] = useState<{ seq: number | undefined }>();
  const written = useRef(new Set<number | undefined>());
  const [lastNamed, setLastNamed] = useState(named);
  if (lastNamed !== named) {
    setLastNamed(named);
    // It has arrived, or leads elsewhere by itself; what was written on the way there moves nothing back.
    if (ahead?.seq === named || !written.current.has(named)) setAhead(undefined);
  }
  // Not while it is drawn: a drawing that is begun again would take what was written for a way that leads elsewhere.
  useLayoutEffect(() => {
    if (ahead === undefined) written.current.clear();
  }, [ahead]);
  const following = useRef({ frame: 0, timer: 0 });
  useEffect(() => () => stop(following.current), []);
  /** Undefined is now. The first step away from it is one that the browser's Back undoes. */
  const moveTo = useCallback(
    (seq: number | undefined) => {
      setAhead({ seq });
      stop(following.current);
      const follow = () => {
        const isFirst = seq !== undefined && readUrlParam("at") === undefined;
        written.current.add(seq);
        setText(seq === undefined ? undefined : String(seq), isFirst ? "push" : "replace");
      };
      following.current.frame = requestAnimationFrame(() => {
        following.current.timer = window.setTimeout(follow);
      });
    },
    [setText],
  );
  return { at: ahead ? ahead.seq : named, moveTo };
}

function stop({ frame, timer }: { frame: number; timer: number }): void {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
}

/** The number of an event that the run has. */
export function readSeq(text: string | undefined, lastSeq: number): number | undefined {
  const seq = Number(text);
  return Number.isInteger(seq) && seq >= 1 && seq <= lastSeq ? seq : undefined;
}
