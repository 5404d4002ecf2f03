"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { fetchJson } from "@/lib/client/fetch-json";
import type { RunEvent } from "@/lib/core/run/events";
import { fold } from "@/lib/core/run/fold";
import { createKeyframes, KEYFRAME_EVENTS } from "@/lib/core/run/keyframes";
import type { RunState } from "@/lib/core/run/state";
import type { History } from "../log/use-history";
import { addUsage, type CountedUsage } from "../runs/run-usage";
import { isReadWhole, type Moment } from "../runs/use-moment";

type MomentReaderProps = {
  runId: string;
  /** How many events the run has. */
  lastSeq: number;
  history: History;
  at: number;
  onMoment(moment: Moment | undefined): void;
  onFailure(failed: boolean): void;
};

/** Folds the run to one of its events, here or from what the server folded. Shows nothing. */
export function MomentReader(props: MomentReaderProps) {
  const { lastSeq, onMoment } = props;
  useEffect(() => () => onMoment(undefined), [onMoment]);
  return isReadWhole(lastSeq) ? <WholeRun {...props} /> : <LongRun {...props} />;
}

const NOTHING_USED: CountedUsage = { seq: 0, inputTokens: 0, outputTokens: 0, knownUsd: 0, unknownCalls: 0 };

function WholeRun({ runId, history, at, onMoment, onFailure }: MomentReaderProps) {
  const [keyframes] = useState(() => createKeyframes(runId));
  const { events, complete, failed } = history;
  const isThere = complete && events.length >= at;
  // Events that come do not change what was: with them alone nothing is folded again.
  const all = useRef(events);
  all.current = events;
  const moment = useMemo((): Moment | undefined => {
    if (!isThere) return undefined;
    const until = all.current.slice(0, at);
    const state = keyframes.stateAt(all.current, at);
    const usage = addUsage(NOTHING_USED, until);
    return { seq: at, state, event: until.at(-1), events: until, complete: true, usage };
  }, [keyframes, at, isThere]);
  useGiven(moment, onMoment);
  useGiven(failed, onFailure);
  return null;
}

/** From the keyframe before the moment on, which the server folds; steps between two keyframes ask for nothing. */
function LongRun({ runId, at, onMoment, onFailure }: MomentReaderProps) {
  const frameSeq = Math.floor((at - 1) / KEYFRAME_EVENTS) * KEYFRAME_EVENTS;
  const address = `/api/v1/runs/${encodeURIComponent(runId)}`;
  const { data, isError } = useQuery({
    queryKey: ["keyframe", runId, frameSeq],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<ServedFrame> => {
      const [{ state }, { items }] = await Promise.all([
        fetchJson<{ state: RunState }>(`${address}/snapshot?at=${frameSeq}`, signal),
        fetchJson<{ items: RunEvent[] }>(
          `${address}/events?after=${frameSeq}&limit=${KEYFRAME_EVENTS}`,
          signal,
        ),
      ]);
      return { seq: frameSeq, frame: JSON.stringify(state), events: items };
    },
  });
  const moment = useMemo(() => data && momentAfter(runId, data, at), [data, at, runId]);
  useGiven(moment, onMoment);
  useGiven(isError, onFailure);
  return null;
}

/** A state that the server folded, as JSON text, with the events that follow it. */
export type ServedFrame = { seq: number; frame: string; events: readonly RunEvent[] };

/** The moment of an event behind a served state; undefined while the events do not reach it. */
export function momentAfter(runId: string, served: ServedFrame, at: number): Moment | undefined {
  const events = served.events.slice(0, at - served.seq);
  if (events.length < at - served.seq) return undefined;
  const state = fold(runId, events, JSON.parse(served.frame) as RunState);
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
