"use client";

import { type ReactFlowState, useStore } from "@xyflow/react";
import { useDeferredValue, useMemo, useRef } from "react";
import { GAP, NODE } from "@/lib/core/layout/geometry";
import { sameItems } from "../facts";
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
  const shown = useMemo(() => {
    if (!isLarge) return [...nodes];
    if (isDrawnFar) return nodes.filter(({ id }) => held.has(id));
    const { left, top, right, bottom } = JSON.parse(cells) as Cells;
    return nodes.filter(({ id, position: { x, y } }) => {
      const [column, row] = [x / CELL.width, y / CELL.height];
      return (column > left && column < right && row > top && row < bottom) || held.has(id);
    });
  }, [nodes, isLarge, isDrawnFar, cells, held]);
  // What happens out of view is no news to the canvas, which asks each of its nodes what is new with them.
  const before = useRef(shown);
  if (!sameItems(before.current, shown)) before.current = shown;
  return { shown: before.current, isFar, isDrawnFar, textZoom };
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
