"use client";

import { getViewportForBounds, useReactFlow, useStore, type ViewportHelperFunctions } from "@xyflow/react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type GraphLayout, keepsPlaces, NODE, type Point, type Rect } from "@/lib/core/layout/geometry";
import { useMedia } from "../ui/behavior/use-media";
import { useOncePainted } from "../ui/behavior/use-painted";
import type { TaskFacts } from "./facts";
import { FAR_ZOOM, MANY_TASKS } from "./flow/use-shown-nodes";
import { cornerOf } from "./graph-map";

export const ZOOM = { least: 0.04, most: 1.6 } as const;
/** How the whole graph is brought into view. */
const FIT = { padding: "24px", paddingPx: 24, maxZoom: 1 } as const;
const MOVE_MS = 180;
/** A task that is brought into view can be read in full. */
const READABLE_ZOOM = 0.6;
/** A plan whose tasks would have no words is shown at first from its beginning, with those; a large one as a whole. */
const FIRST_ZOOM = 0.5;
/** Below this a task is a speck: it counts as out of view, wherever it is. */
const SPECK_ZOOM = 0.15;

type ViewportOptions = {
  layout: GraphLayout;
  /** What is shown of it. */
  bounds: Rect;
  tasks: readonly TaskFacts[];
  selectedTaskId: string | undefined;
  /** Somebody has panned or zoomed: from then on only a selection moves the view. */
  userMoved: { current: boolean };
};

/**
 * Moves the view as little as possible: new work that leaves all others where they stand moves nothing, a task that is
 * selected elsewhere comes into view, and so does the work once none of what runs or waits is in view: with the whole graph
 * around it, where that can still be read.
 */
export function useViewport({ layout, bounds, tasks, selectedTaskId, userMoved }: ViewportOptions) {
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const duration = reducedMotion ? 0 : MOVE_MS;
  const { getViewport, setViewport } = useReactFlow();
  const mover = useMemo(
    () => viewMover({ getViewport, setViewport }, () => performance.now()),
    [getViewport, setViewport],
  );
  const {
    isInView,
    reveal,
    flyTo: fly,
  } = useReveal(layout, { bounds, tasks: tasks.length, duration, mover });
  const [first] = tasks;
  const start = tasks.length < MANY_TASKS && first ? layout.positions.get(first.id) : undefined;
  const places = useMemo(() => tasks.flatMap(({ id }) => layout.positions.get(id) ?? []), [tasks, layout]);
  const { fitAll, fitFirst, isFitted, fitsReadably } = useFit({ bounds, places, start, duration, mover });

  const fitted = useRef(layout);
  useEffect(() => {
    const before = fitted.current;
    fitted.current = layout;
    if (!userMoved.current && !keepsPlaces(before, layout)) fitFirst();
  }, [layout, userMoved, fitFirst]);

  const shown = useRef<string>(undefined);
  /** What the view has flown to: its selection follows, and must not move the view from where somebody has it by then. */
  const flown = useRef<string>(undefined);
  const flyTo = useCallback(
    (id: string) => {
      if (fly(id)) flown.current = id;
    },
    [fly],
  );
  useEffect(() => {
    if (shown.current === selectedTaskId) return;
    const isShown = selectedTaskId === undefined || selectedTaskId === flown.current;
    if (!isShown && !reveal(selectedTaskId)) return;
    shown.current = selectedTaskId;
    flown.current = undefined;
  }, [selectedTaskId, reveal]);

  const wasFitted = useRef(false);
  const oncePainted = useOncePainted();
  useLayoutEffect(() => {
    if (!isFitted) return;
    const follow = (durationMs: number): void => {
      if (userMoved.current || (selectedTaskId !== undefined && isInView(selectedTaskId))) return;
      const active = tasks.flatMap(({ id, status }) =>
        status === "running" || status === "waiting" ? id : [],
      );
      const [next] = active;
      if (next === undefined || active.some(isInView)) return;
      if (selectedTaskId === undefined && fitsReadably()) fitAll();
      else reveal(next, durationMs);
    };
    // Later the moment is seen first, and where it is next; a page begins with the view that stays.
    if (wasFitted.current) return oncePainted(() => follow(duration));
    wasFitted.current = true;
    follow(0);
  }, [
    isFitted,
    tasks,
    selectedTaskId,
    userMoved,
    isInView,
    reveal,
    fitsReadably,
    fitAll,
    duration,
    oncePainted,
  ]);
  return { isFitted, fitAll, reveal, flyTo };
}

type Mover = ReturnType<typeof viewMover>;

/**
 * Moves the view, and says where it is: while it is on its way, where it will be. What is in view on the way may not be there
 * in the end. `now` is in milliseconds.
 */
export function viewMover(
  { getViewport, setViewport }: Pick<ViewportHelperFunctions, "getViewport" | "setViewport">,
  now: () => number,
) {
  let aim: { view: ReturnType<typeof getViewport>; until: number } | undefined;
  return {
    view: () => (aim && now() < aim.until ? aim.view : getViewport()),
    move(...[view, options]: Parameters<typeof setViewport>): void {
      aim = { view, until: now() + (options?.duration ?? 0) };
      void setViewport(view, options);
    },
  };
}

type FitOptions = {
  mover: Mover;
  bounds: Rect;
  /** Of all tasks that are shown. */
  places: readonly Point[];
  start: Point | undefined;
  duration: number;
};

/**
 * Brings the whole graph into view, clear of the corner where its map is, at first as soon as the canvas has a size: by its places, as most of a large one is
 * not in the page. Where words would be lost in that, the first view is at `start`, if there is one.
 */
function useFit({ mover, bounds, places, start, duration }: FitOptions) {
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const [isFitted, setIsFitted] = useState(false);
  const fitting = useCallback(() => {
    const fitInto = (wide: number, high: number) =>
      getViewportForBounds(bounds, wide, high, ZOOM.least, FIT.maxZoom, FIT.padding);
    const whole = fitInto(width, height);
    const corner = cornerOf({ width, height }, places.length);
    const [left, top] = [width - corner.width, height - corner.height];
    const isTaken = places.some(
      ({ x, y }) =>
        (x + NODE.width) * whole.zoom + whole.x > left && (y + NODE.height) * whole.zoom + whole.y > top,
    );
    if (!isTaken) return whole;
    const [beside, above] = [fitInto(left, height), fitInto(width, top)];
    return beside.zoom > above.zoom ? beside : above;
  }, [bounds, places, width, height]);
  const fitsReadably = useCallback(() => fitting().zoom >= FAR_ZOOM, [fitting]);
  const moveFirst = useCallback(
    (durationMs: number) => {
      const first =
        start && !fitsReadably() ? viewOf(start, bounds, { width, height }, FIRST_ZOOM) : fitting();
      mover.move(first, { duration: durationMs });
    },
    [start, bounds, width, height, fitting, fitsReadably, mover],
  );
  useLayoutEffect(() => {
    if (isFitted || width === 0) return;
    moveFirst(0);
    setIsFitted(true);
  }, [isFitted, width, moveFirst]);
  const fitAll = useCallback(() => mover.move(fitting(), { duration }), [fitting, duration, mover]);
  const fitFirst = useCallback(() => moveFirst(duration), [moveFirst, duration]);
  return { isFitted, fitAll, fitFirst, fitsReadably };
}

/** What a view is into, in pixels; `taken`: how much of its lower edge is covered. */
type Canvas = { width: number; height: number; taken?: number };

/** The view that has a task in its middle, or as near to it as it gets without leaving the graph. */
function viewOf(task: Point, bounds: Rect, { width, height, taken = 0 }: Canvas, zoom: number) {
  const along = (at: number, from: number, length: number, room: number): number => {
    if (length * zoom + 2 * FIT.paddingPx <= room) return (room - length * zoom) / 2 - from * zoom;
    const [most, least] = [FIT.paddingPx - from * zoom, room - FIT.paddingPx - (from + length) * zoom];
    return Math.max(least, Math.min(most, room / 2 - at * zoom));
  };
  const x = along(task.x + NODE.width / 2, bounds.x, bounds.width, width);
  const y = along(task.y + NODE.height / 2, bounds.y, bounds.height, height - taken);
  return { x, y, zoom };
}

type RevealOptions = { mover: Mover; bounds: Rect; tasks: number; duration: number };

function useReveal({ positions }: GraphLayout, { mover, bounds, tasks, duration }: RevealOptions) {
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const isInView = useCallback(
    (id: string): boolean => {
      const at = positions.get(id);
      if (!at) return false;
      const { x, y, zoom } = mover.view();
      if (zoom < SPECK_ZOOM) return false;
      const [left, top] = [at.x * zoom + x, at.y * zoom + y];
      const [right, bottom] = [left + NODE.width * zoom, top + NODE.height * zoom];
      return left >= 0 && top >= 0 && right <= width && bottom <= height;
    },
    [positions, width, height, mover],
  );
  const moveTo = useCallback(
    (at: Point, durationMs: number): void => {
      const zoom = Math.max(mover.view().zoom, READABLE_ZOOM);
      const taken = cornerOf({ width, height }, tasks).height;
      const view = viewOf(at, bounds, { width, height, taken }, zoom);
      mover.move(view, { duration: durationMs, interpolate: "linear" });
    },
    [bounds, width, height, tasks, mover],
  );
  /** Brings a task into view with what is around it, unless it is; false while it has no place or the canvas no size. */
  const reveal = useCallback(
    (id: string, durationMs = duration): boolean => {
      const at = positions.get(id);
      if (!at || width === 0) return false;
      if (!isInView(id)) moveTo(at, durationMs);
      return true;
    },
    [positions, width, duration, isInView, moveTo],
  );
  /** Brings a task that somebody looks for into view, unless it is and has its words; false without a place. */
  const flyTo = useCallback(
    (id: string): boolean => {
      const at = positions.get(id);
      if (!at) return false;
      if (!isInView(id) || mover.view().zoom < FAR_ZOOM) moveTo(at, duration);
      return true;
    },
    [positions, duration, isInView, moveTo, mover],
  );
  return { isInView, reveal, flyTo };
}
