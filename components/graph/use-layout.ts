"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { BlockLayout, Placed, Point } from "./geometry";
import type { LayoutReply, LayoutRequest } from "./layout.worker";
import type { LayoutBlock } from "./layout-blocks";
import { placeBlocks } from "./place-blocks";
import { useSteady } from "./use-steady";

const PATIENCE_MS = 20_000;
/** A worker that did not start is asked again: its script may have been lost with a connection. */
const TRIES = 3;

/** `placed` is the latest finished layout, which stands while the next is made; `failed` when there will be none. */
export type Layout = { placed: Placed | undefined; failed: boolean };

/**
 * Lays blocks out in a web worker, each once: what has a place keeps it, and a change of statuses alone asks for
 * nothing.
 */
export function useLayout(blocks: readonly LayoutBlock[]): Layout {
  const steady = useSteady(blocks, sameKeys);
  const [made, setMade] = useState<ReadonlyMap<string, BlockLayout>>(new Map());
  const [faults, setFaults] = useState(0);
  const failed = faults >= TRIES;
  const corners = useRef(new Map<string, Point>());
  const latest = useRef<Placed | undefined>(undefined);

  useEffect(() => {
    const missing = steady.filter((block) => !made.has(block.key));
    if (missing.length === 0 || faults >= TRIES) return;
    return askWorker(missing, ({ layouts, fault }) => {
      if (fault !== undefined) return setFaults((before) => before + 1);
      setMade((known) => new Map([...known, ...layouts.map(({ key, layout }) => [key, layout] as const)]));
    });
  }, [steady, made, faults]);

  const placed = useMemo(() => {
    const laidOut = steady.flatMap((block) => {
      const layout = made.get(block.key);
      return layout ? { block, layout } : [];
    });
    if (laidOut.length === steady.length) latest.current = placeBlocks(laidOut, corners.current);
    return latest.current;
  }, [steady, made]);
  return { placed, failed };
}

function sameKeys(before: readonly LayoutBlock[], now: readonly LayoutBlock[]): boolean {
  return before.length === now.length && before.every(({ key }, index) => key === now[index]?.key);
}

/** Asks a worker of its own, which ends with its answer; gives the function that stops it. */
function askWorker(blocks: LayoutBlock[], tell: (reply: LayoutReply) => void): () => void {
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  const stop = () => {
    clearTimeout(patience);
    worker.terminate();
  };
  const end = (reply: LayoutReply) => {
    stop();
    tell(reply);
  };
  const patience = setTimeout(() => end({ layouts: [], fault: "too slow" }), PATIENCE_MS);
  worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => end(data);
  worker.onerror = () => end({ layouts: [], fault: "the worker did not start" });
  worker.postMessage({ blocks } satisfies LayoutRequest);
  return stop;
}
