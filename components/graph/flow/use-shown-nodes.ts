"use client";

import { type ReactFlowState, useStore } from "@xyflow/react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { GAP, NODE } from "@/lib/core/layout/geometry";
import type { TaskFlowNode } from "./use-flow-nodes";

/** Under this zoom a node's words cannot be read. */
export const FAR_ZOOM = 0.42;
/** From this many tasks on, nodes that are far away are drawn as one, and of near ones those in view. */
export const MANY_TASKS = 40;
/** The canvas in cells of one node: what is shown changes when the view reaches another cell, not with each frame. */
const CELL = { width: NODE.width + GAP.x, height: NODE.height + GAP.y } as const;

/** Words grow in such steps of the zoom as the canvas shrinks, so that they keep their size on the screen. */
const TEXT_STEPS = 25;

type Cells = { left: number; top: number; right: number; bottom: number };

/** The nodes that are elements of the page: all of a small graph; of a large one those in view and the one in `held`. */
export function useShownNodes(nodes: readonly TaskFlowNode[], held: ReadonlySet<string | undefined>) {
  const isLarge = nodes.length >= MANY_TASKS;
  const isFar = useStore(({ transform }) => transform[2] < FAR_ZOOM);
  const isDrawnFar = isLarge && isFar;
  const textZoom = useStore(({ transform }) => {
    const step = Math.floor(transform[2] * TEXT_STEPS) / TEXT_STEPS;
    return Math.min(1, Math.max(FAR_ZOOM, step));
  });
  // As text: the store compares what it selects by identity.
  const inView = useStore((store) => (isLarge && !isFar ? cellsInView(store) : ""));
  // Nodes that come into view are made between frames of a pan, for which there is one cell more on each side.
  const deferred = useDeferredValue(inView);
  const cells = deferred === "" ? inView : deferred;
  const wanted = useMemo(() => {
    if (!isLarge) return [...nodes];
    if (isDrawnFar) return nodes.filter(({ id }) => held.has(id));
    const { left, top, right, bottom } = JSON.parse(cells) as Cells;
    return nodes.filter(({ id, position: { x, y } }) => {
      const [column, row] = [x / CELL.width, y / CELL.height];
      return (column > left && column < right && row > top && row < bottom) || held.has(id);
    });
  }, [nodes, isLarge, isDrawnFar, cells, held]);
  const shown = useInPortions(wanted, isLarge && !isDrawnFar);
  return { shown, isFar, isDrawnFar, textZoom };
}

/** A node takes about a millisecond to mount: of those that come into view during a pan, so many in a frame. */
export const MOUNTED_AT_ONCE = 4;

/**
 * What is shown on the way to what is wanted: all that is shown already, and `most` of the others. Where nothing of it is
 * shown yet, as after a jump, all come at once.
 */
export function nextPortion<T extends { id: string }>(
  shownIds: ReadonlySet<string>,
  wanted: readonly T[],
  most = MOUNTED_AT_ONCE,
): readonly T[] {
  const lacking = wanted.filter(({ id }) => !shownIds.has(id));
  if (lacking.length <= most || lacking.length * 2 > wanted.length) return wanted;
  const left = new Set(lacking.slice(most));
  return wanted.filter((node) => !left.has(node));
}

/** The nodes that are wanted, new ones a few in a frame. */
function useInPortions(wanted: TaskFlowNode[], isGradual: boolean): TaskFlowNode[] {
  const ids = useRef<ReadonlySet<string>>(new Set());
  const [, setFrames] = useState(0);
  const shown = isGradual ? nextPortion(ids.current, wanted) : wanted;
  const isWhole = shown.length === wanted.length;
  useEffect(() => {
    ids.current = new Set(shown.map(({ id }) => id));
    if (isWhole) return;
    const frame = requestAnimationFrame(() => setFrames((frames) => frames + 1));
    return () => cancelAnimationFrame(frame);
  });
  return shown as TaskFlowNode[];
}

/** One cell more than what is in view, on each side. */
function cellsInView({ transform: [x, y, zoom], width, height }: ReactFlowState): string {
  return JSON.stringify({
    left: Math.floor(-x / zoom / CELL.width) - 2,
    top: Math.floor(-y / zoom / CELL.height) - 2,
    right: Math.ceil((width - x) / zoom / CELL.width) + 1,
    bottom: Math.ceil((height - y) / zoom / CELL.height) + 1,
  } satisfies Cells);
}
