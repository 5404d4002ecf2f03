"use client";

import { getViewportForBounds, useReactFlow, useStore } from "@xyflow/react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { boundsOf, type GraphLayout, keepsPlaces, NODE } from "@/lib/core/layout/geometry";
import { useMedia } from "../ui/use-media";
import type { TaskFacts } from "./facts";

export const ZOOM = { least: 0.04, most: 1.6 } as const;
/** How the whole graph is brought into view. */
const FIT = { padding: 0.08, maxZoom: 1 } as const;
const MOVE_MS = 180;
/** A task that is brought into view can be read. */
const READABLE_ZOOM = 0.6;
/** Below this a task is a speck: it counts as out of view, wherever it is. */
const SPECK_ZOOM = 0.15;

type ViewportOptions = {
  layout: GraphLayout;
  nodes: readonly TaskFacts[];
  selectedTaskId: string | undefined;
  /** Somebody has panned or zoomed: from then on only a selection moves the view. */
  userMoved: { current: boolean };
};

/**
 * Moves the view as little as possible: new work that leaves all others where they stand moves nothing, a task that is
 * selected elsewhere comes into view, and so does the work once none of what runs or waits is in view: with the whole graph
 * around it, where that can still be read.
 */
export function useViewport({ layout, nodes, selectedTaskId, userMoved }: ViewportOptions) {
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const duration = reducedMotion ? 0 : MOVE_MS;
  const { isInView, reveal } = useReveal(layout, duration);
  const { fitAll, isFitted, fitsReadably } = useFit(layout, duration);

  const fitted = useRef(layout);
  useEffect(() => {
    const before = fitted.current;
    fitted.current = layout;
    if (!userMoved.current && !keepsPlaces(before, layout)) fitAll();
  }, [layout, userMoved, fitAll]);

  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === selectedTaskId) return;
    if (selectedTaskId !== undefined && !reveal(selectedTaskId)) return;
    shown.current = selectedTaskId;
  }, [selectedTaskId, reveal]);

  // Before the first frame: a page begins with the view that stays.
  const wasFitted = useRef(false);
  useLayoutEffect(() => {
    if (!isFitted || userMoved.current || (selectedTaskId !== undefined && isInView(selectedTaskId))) return;
    const active = nodes.flatMap(({ id, status }) =>
      status === "running" || status === "waiting" ? id : [],
    );
    const [first] = active;
    if (first !== undefined && !active.some(isInView)) {
      if (selectedTaskId === undefined && fitsReadably()) fitAll();
      else reveal(first, wasFitted.current ? duration : 0);
    }
    wasFitted.current = true;
  }, [isFitted, nodes, selectedTaskId, userMoved, isInView, reveal, fitsReadably, fitAll, duration]);
  return { isFitted, fitAll, reveal };
}

/**
 * Brings the whole graph into view, at first as soon as the canvas has a size: by its places, as most of a large one is
 * not in the page.
 */
function useFit(layout: GraphLayout, duration: number) {
  const { setViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const [isFitted, setIsFitted] = useState(false);
  const fitting = useCallback(() => {
    const { padding, maxZoom } = FIT;
    return getViewportForBounds(boundsOf(layout), width, height, ZOOM.least, maxZoom, padding);
  }, [layout, width, height]);
  const move = useCallback(
    (durationMs: number) => setViewport(fitting(), { duration: durationMs }),
    [fitting, setViewport],
  );
  const fitsReadably = useCallback(() => fitting().zoom >= READABLE_ZOOM, [fitting]);
  useLayoutEffect(() => {
    if (isFitted || width === 0) return;
    void move(0);
    setIsFitted(true);
  }, [isFitted, width, move]);
  const fitAll = useCallback(() => void move(duration), [move, duration]);
  return { isFitted, fitAll, fitsReadably };
}

function useReveal({ positions }: GraphLayout, duration: number) {
  const { setCenter, getViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const isInView = useCallback(
    (id: string): boolean => {
      const at = positions.get(id);
      if (!at) return false;
      const { x, y, zoom } = getViewport();
      if (zoom < SPECK_ZOOM) return false;
      const [left, top] = [at.x * zoom + x, at.y * zoom + y];
      const [right, bottom] = [left + NODE.width * zoom, top + NODE.height * zoom];
      return left >= 0 && top >= 0 && right <= width && bottom <= height;
    },
    [positions, width, height, getViewport],
  );
  /** Brings a task into the middle unless it is in view; false while it has no place or the canvas no size. */
  const reveal = useCallback(
    (id: string, durationMs = duration): boolean => {
      const at = positions.get(id);
      if (!at || width === 0) return false;
      const zoom = Math.max(getViewport().zoom, READABLE_ZOOM);
      if (!isInView(id))
        void setCenter(at.x + NODE.width / 2, at.y + NODE.height / 2, {
          zoom,
          duration: durationMs,
          interpolate: "linear",
        });
      return true;
    },
    [positions, width, duration, isInView, getViewport, setCenter],
  );
  return { isInView, reveal };
}
