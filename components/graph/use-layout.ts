"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { KeptLayout } from "@/lib/client/use-run-layout";
import { isFoldId, type LayoutBlock, placeBlocks } from "@/lib/core/layout/blocks";
import {
  type BlockLayout,
  type EdgeWays,
  type Ends,
  type GraphLayout,
  keepsPlaces,
  type Point,
  straightWay,
} from "@/lib/core/layout/geometry";
import type { LayoutAnswer, LayoutQuestion, LayoutReply, LayoutRequest } from "./layout.worker";

const NOTHING_KEPT: KeptLayout = { layout: undefined, isPlacing: false, isRouting: false };
const WORKER_TIMEOUT_MS = 20_000;
/** A worker that did not start is asked again: its script may have been lost with a connection. */
const MAX_WORKER_FAILURES = 3;

/** `placed` is the latest finished layout, which stands while the next is made; `failed` when there will be none. */
type LayoutResult = { layout: GraphLayout | undefined; failed: boolean };

/**
 * Lays blocks out in a web worker, each once, beside what is kept of the plan: what has a place keeps it, and a change of
 * statuses alone asks for nothing. What is kept of other tasks than these, as of later ones than a past moment's, is in
 * nobody's way.
 */
export function useLayout(
  blocks: readonly LayoutBlock[],
  ask: AskEngine,
  { layout: kept, isPlacing }: KeptLayout | undefined = NOTHING_KEPT,
  tasks: readonly { id: string }[],
): LayoutResult {
  const stableBlocks = useStableValue(blocks, sameKeys);
  const [layoutByKey, setLayoutByKey] = useState<ReadonlyMap<string, BlockLayout>>(new Map());
  const [failure, setFailure] = useState({ blocks: stableBlocks, times: 0 });
  const askOnce = useOneAtATime(ask);
  // Other blocks are another question: a worker that could not answer the one may answer the next.
  const failed = failure.blocks === stableBlocks && failure.times >= MAX_WORKER_FAILURES;
  const corners = useRef(new Map<string, Point>());
  const latest = useRef<GraphLayout | undefined>(undefined);
  const there = useRef(tasks);
  there.current = tasks;

  useEffect(() => {
    const missing = stableBlocks.filter((block) => !layoutByKey.has(block.key));
    const times = failure.blocks === stableBlocks ? failure.times : 0;
    if (missing.length === 0 || isPlacing || times >= MAX_WORKER_FAILURES) return;
    askOnce({ blocks: missing }, ({ layouts = [], error }) => {
      if (error !== undefined) return setFailure({ blocks: stableBlocks, times: times + 1 });
      setLayoutByKey(
        (known) => new Map([...known, ...layouts.map(({ key, layout }) => [key, layout] as const)]),
      );
    });
  }, [stableBlocks, layoutByKey, failure, isPlacing, askOnce]);

  const graphLayout = useMemo(() => {
    const laidOut = stableBlocks.flatMap((block) => {
      const layout = layoutByKey.get(block.key);
      return layout ? { block, layout } : [];
    });
    const ids = new Set(laidOut.length > 0 ? there.current.map(({ id }) => id) : []);
    const isShown = (id: string) => ids.has(id) || isFoldId(id);
    if (laidOut.length === stableBlocks.length)
      latest.current = placeBlocks(laidOut, corners.current, kept, isShown);
    return latest.current;
  }, [stableBlocks, layoutByKey, kept]);
  return { layout: graphLayout, failed };
}

function sameKeys(before: readonly LayoutBlock[], now: readonly LayoutBlock[]): boolean {
  return before.length === now.length && before.every(({ key }, index) => key === now[index]?.key);
}

const NO_WAYS: EdgeWays = new Map();

/**
 * The ways of edges around the nodes of this layout, found in the worker, one question at a time. Until then the ways
 * before stand if no node has moved; where the worker fails, edges go straight.
 */
export function useEdgeWays(
  layout: GraphLayout | undefined,
  edges: readonly Ends[],
  ask: AskEngine,
  { layout: kept, isRouting }: KeptLayout = NOTHING_KEPT,
): EdgeWays {
  const given = kept?.routes ?? NO_WAYS;
  const [found, setFound] = useState<{ layout: GraphLayout; ways: EdgeWays }>();
  const askOnce = useOneAtATime(ask);
  useEffect(() => {
    if (!layout || isRouting) return;
    const known = found?.layout === layout ? found.ways : NO_WAYS;
    const placed = edges.filter(
      ({ source, target }) => layout.positions.has(source) && layout.positions.has(target),
    );
    if ([known, given].some((ways) => placed.every(({ id }) => ways.has(id)))) return;
    const ends = placed.map(({ id, source, target }) => ({ id, source, target }));
    askOnce({ layout, edges: ends, known }, ({ ways = straightWays(layout, ends) }) =>
      setFound({ layout, ways }),
    );
  }, [layout, edges, found, given, isRouting, askOnce]);
  return found && layout && (found.layout === layout || keepsPlaces(found.layout, layout))
    ? found.ways
    : given;
}

function straightWays({ positions }: GraphLayout, edges: readonly Ends[]): EdgeWays {
  return new Map(
    edges.flatMap(({ id, source, target }) => {
      const [from, to] = [positions.get(source), positions.get(target)];
      return from && to ? [[id, straightWay(from, to)] as const] : [];
    }),
  );
}

/** Passes over what is asked while an answer is awaited: with that answer the page asks for what it lacks then. */
function useOneAtATime(ask: AskEngine): (...question: Parameters<AskEngine>) => void {
  const isAsked = useRef(false);
  const cancel = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      isAsked.current = false;
      cancel.current?.();
    },
    [],
  );
  return useCallback(
    (question, onAnswer) => {
      if (isAsked.current) return;
      isAsked.current = true;
      cancel.current = ask(question, (answer) => {
        isAsked.current = false;
        onAnswer(answer);
      });
    },
    [ask],
  );
}

/** A worker that was started before there was a graph to lay out. */
let spare: Worker | undefined;

const startWorker = () => new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });

/** Starts the worker for a graph that is likely to come: loading and compiling the engine takes longer than most layouts. */
export function warmLayoutEngine(): void {
  if (spare) return;
  spare = startWorker();
  spare.postMessage("warm" satisfies LayoutRequest);
}

function takeWorker(): Worker {
  const worker = spare ?? startWorker();
  spare = undefined;
  return worker;
}

/** Asks a worker that ends with its answer. */
export function askOnce(question: LayoutQuestion): Promise<LayoutAnswer> {
  const worker = takeWorker();
  return new Promise<LayoutAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => resolve(data.answer);
    worker.onerror = () => reject(new Error("The worker did not start."));
    worker.postMessage({ id: 1, question } satisfies LayoutRequest);
  }).finally(() => worker.terminate());
}

type AskEngine = (question: LayoutQuestion, onAnswer: (answer: LayoutAnswer) => void) => () => void;

/**
 * Asks the worker of this graph; gives the function that leaves the answer unread. The worker stays for later plan
 * versions, so that these need not wait for its start; one that fails makes way for another.
 */
export function useLayoutEngine(): AskEngine {
  const engine = useRef<Worker>(undefined);
  const asked = useRef(0);
  const stop = useCallback(() => {
    engine.current?.terminate();
    engine.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);
  return useCallback(
    (question, onAnswer) => {
      engine.current ??= takeWorker();
      const worker = engine.current;
      asked.current += 1;
      const id = asked.current;
      const listening = new AbortController();
      const end = (answer: LayoutAnswer) => {
        clearTimeout(timeout);
        listening.abort();
        if (answer.error !== undefined && engine.current === worker) stop();
        onAnswer(answer);
      };
      const timeout = setTimeout(() => end({ error: "too slow" }), WORKER_TIMEOUT_MS);
      const onMessage = ({ data }: MessageEvent<LayoutReply>) => data.id === id && end(data.answer);
      const onError = () => end({ error: "the worker did not start" });
      worker.addEventListener("message", onMessage, { signal: listening.signal });
      worker.addEventListener("error", onError, { signal: listening.signal });
      worker.postMessage({ id, question } satisfies LayoutRequest);
      return () => {
        clearTimeout(timeout);
        listening.abort();
      };
    },
    [stop],
  );
}

/** The value given, or the one before while `same` says that nothing changed: keeps its identity. */
function useStableValue<T>(value: T, same: (before: T, now: T) => boolean): T {
  const stable = useRef(value);
  if (stable.current !== value && !same(stable.current, value)) stable.current = value;
  return stable.current;
}
