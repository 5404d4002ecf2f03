"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { call } from "@/lib/client/call";
import type { RunEvent } from "@/lib/core/run/events";
import { createKeyframes, KEYFRAME_EVENTS, type Keyframes } from "@/lib/core/run/keyframes";
import type { RunState } from "@/lib/core/run/state";
import type { History } from "../log/use-history";
import { addUsage, type CountedUsage } from "../runs/run-usage";
import { isReadWhole, type Moment, type ReadMoment } from "../runs/use-moment";

type MomentReaderProps = {
  runId: string;
  /** How many events the run has. */
  lastSeq: number;
  history: History;
  at: number;
  /** Given the way to read moments, which another one replaces as soon as more of them can be read. */
  onReader(read: ReadMoment | undefined): void;
  onFailure(failed: boolean): void;
};

/** Folds the run to its events, here or from what the server folded. Shows nothing. */
export function MomentReader(props: MomentReaderProps) {
  const { lastSeq, onReader } = props;
  useEffect(() => () => onReader(undefined), [onReader]);
  return isReadWhole(lastSeq) ? <WholeRun {...props} /> : <LongRun {...props} />;
}

const NOTHING_USED: CountedUsage = { seq: 0, inputTokens: 0, outputTokens: 0, knownUsd: 0, unknownCalls: 0 };

function WholeRun({ runId, history, at, onReader, onFailure }: MomentReaderProps) {
  const [keyframes] = useState(() => createKeyframes(runId));
  const { events, complete, failed } = history;
  const isThere = complete && events.length >= at;
  // Events that come do not change what was: with them alone nothing is read again.
  const all = useRef(events);
  all.current = events;
  const read = useMemo((): ReadMoment | undefined => {
    if (!isThere) return undefined;
    return (seq) => {
      const until = all.current.slice(0, seq);
      if (until.length < seq) return undefined;
      const state = keyframes.stateAt(all.current, seq);
      const usage = addUsage(NOTHING_USED, until);
      return { seq, state, event: until.at(-1), events: until, complete: true, usage };
    };
  }, [keyframes, isThere]);
  useGiven(read, onReader);
  useGiven(failed, onFailure);
  return null;
}

/** From the keyframe before the moment on, which the server folds; steps between two keyframes ask for nothing. */
function LongRun({ runId, at, onReader, onFailure }: MomentReaderProps) {
  const frameSeq = Math.floor((at - 1) / KEYFRAME_EVENTS) * KEYFRAME_EVENTS;
  const { data, isError } = useQuery({
    queryKey: ["keyframe", runId, frameSeq],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const [{ state }, { items }] = await Promise.all([
        call("GET /api/v1/runs/{id}/snapshot", { id: runId, at: frameSeq }, { signal }),
        call(
          "GET /api/v1/runs/{id}/events",
          { id: runId, after: frameSeq, limit: KEYFRAME_EVENTS },
          { signal },
        ),
      ]);
      return { state, events: items };
    },
  });
  const read = useMemo((): ReadMoment | undefined => {
    if (!data) return undefined;
    const { events, state } = data;
    const served = { seq: frameSeq, events, frames: createKeyframes(runId, KEYFRAME_EVENTS, state) };
    return (seq) => momentAfter(served, seq);
  }, [data, runId, frameSeq]);
  useGiven(read, onReader);
  useGiven(isError, onFailure);
  return null;
}

/** The states that follow the one after event `seq`, which the server folded, with their events. */
export type ServedFrame = { seq: number; frames: Keyframes; events: readonly RunEvent[] };

/** The moment of an event behind a served state; undefined while the events do not reach it. */
export function momentAfter(served: ServedFrame, at: number): Moment | undefined {
  const count = at - served.seq;
  if (count < 1 || count > served.events.length) return undefined;
  const events = served.events.slice(0, count);
  const state = served.frames.stateAt(served.events, count);
  return { seq: at, state, event: events.at(-1), events, complete: false, usage: usageOf(state) };
}

/** What the state itself counts: tokens in one sum, and a cost of which a part is not known as not known at all. */
function usageOf({ seq, ledger: { used, unknown } }: RunState): CountedUsage {
  const unknownCalls = unknown.costMicroUsd;
  const knownUsd = unknownCalls > 0 ? 0 : used.costMicroUsd / 1_000_000;
  return { seq, inputTokens: used.tokens, outputTokens: 0, knownUsd, unknownCalls };
}

/** Hands a value up before anything is painted with the one before; what is not there yet changes nothing. */
function useGiven<T>(value: T | undefined, onValue: (value: T) => void): void {
  useLayoutEffect(() => {
    if (value !== undefined) onValue(value);
  }, [value, onValue]);
}
