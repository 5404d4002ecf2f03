"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { BlockLayout, GraphLayout, Point } from "./geometry";
import type { LayoutReply, LayoutRequest } from "./layout.worker";
import { type LayoutBlock, placeBlocks } from "./layout-blocks";

const WORKER_TIMEOUT_MS = 20_000;
/** A worker that did not start is asked again: its script may have been lost with a connection. */
const MAX_WORKER_FAILURES = 3;

/** `placed` is the latest finished layout, which stands while the next is made; `failed` when there will be none. */
export type LayoutResult = { layout: GraphLayout | undefined; failed: boolean };

/**
 * Lays blocks out in a web worker, each once: what has a place keeps it, and a change of statuses alone asks for
 * nothing.
 */
export function useLayout(blocks: readonly LayoutBlock[]): LayoutResult {
  const stableBlocks = useStableValue(blocks, sameKeys);
  const [layoutByKey, setLayoutByKey] = useState<ReadonlyMap<string, BlockLayout>>(new Map());
  const [failures, setFailures] = useState(0);
  const failed = failures >= MAX_WORKER_FAILURES;
  const requestLayout = useEngine();
  const corners = useRef(new Map<string, Point>());
  const latest = useRef<GraphLayout | undefined>(undefined);

  useEffect(() => {
    const missing = stableBlocks.filter((block) => !layoutByKey.has(block.key));
    if (missing.length === 0 || failures >= MAX_WORKER_FAILURES) return;
    return requestLayout(missing, ({ layouts, error }) => {
      if (error !== undefined) return setFailures((before) => before + 1);
      setLayoutByKey(
        (known) => new Map([...known, ...layouts.map(({ key, layout }) => [key, layout] as const)]),
      );
    });
  }, [stableBlocks, layoutByKey, failures, requestLayout]);

  const graphLayout = useMemo(() => {
    const laidOut = stableBlocks.flatMap((block) => {
      const layout = layoutByKey.get(block.key);
      return layout ? { block, layout } : [];
    });
    if (laidOut.length === stableBlocks.length) latest.current = placeBlocks(laidOut, corners.current);
    return latest.current;
  }, [stableBlocks, layoutByKey]);
  return { layout: graphLayout, failed };
}

function sameKeys(before: readonly LayoutBlock[], now: readonly LayoutBlock[]): boolean {
  return before.length === now.length && before.every(({ key }, index) => key === now[index]?.key);
}

type RequestLayout = (blocks: LayoutBlock[], onReply: (reply: LayoutReply) => void) => () => void;

/**
 * Asks the worker of this graph; gives the function that leaves the answer unread. The worker stays for later plan
 * versions, so that these need not wait for its start; one that fails makes way for another.
 */
function useEngine(): RequestLayout {
  const engine = useRef<Worker>(undefined);
  const stop = useCallback(() => {
    engine.current?.terminate();
    engine.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);
  return useCallback(
    (blocks, onReply) => {
      engine.current ??= new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
      const worker = engine.current;
      const key = blocks.map((block) => block.key).join("\n\n");
      const listening = new AbortController();
      const end = (reply: LayoutReply) => {
        clearTimeout(timeout);
        listening.abort();
        if (reply.error !== undefined && engine.current === worker) stop();
        onReply(reply);
      };
      const timeout = setTimeout(() => end({ key, layouts: [], error: "too slow" }), WORKER_TIMEOUT_MS);
      const onMessage = ({ data }: MessageEvent<LayoutReply>) => data.key === key && end(data);
      const onError = () => end({ key, layouts: [], error: "the worker did not start" });
      worker.addEventListener("message", onMessage, { signal: listening.signal });
      worker.addEventListener("error", onError, { signal: listening.signal });
      worker.postMessage({ key, blocks } satisfies LayoutRequest);
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
