"use client";

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { getOwn } from "@/lib/core/own";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { criticalTasks, rowsOf, type Timeline } from "@/lib/core/timeline/rows";
import { useOncePainted, usePainted } from "../ui/behavior/use-painted";
import { useStable } from "../ui/behavior/use-stable";
import { visibleRows } from "../ui/behavior/visible-rows";
import { type ChartFrame, MomentVeil, ROW_PX, RunRow, TaskRow, type TaskThen } from "./time-row";
import { versionsText } from "./timeline-notes";

type TimeRowsProps = {
  state: RunState;
  timeline: Timeline;
  /** The run as it was at the moment that is looked at, with its events until then; undefined for now. */
  past: { state: RunState; events: readonly RunEvent[] } | undefined;
  frame: ChartFrame;
  /** When that moment was; undefined for now. */
  moment: number | undefined;
  selectedTaskId: string | undefined;
  /** The task to which something happens at the moment that is looked at. */
  momentTaskId: string | undefined;
  onSelect(taskId: string | undefined): void;
  isDock: boolean;
};

/** The rows in view alone: a plan may have thousands. The selected one, that of the moment, or the first at work is brought into view. */
export function TimeRows(props: TimeRowsProps) {
  const { state, timeline, past, frame, moment, selectedTaskId, momentTaskId, isDock } = props;
  const { rows } = timeline;
  const { onSelect } = useStable({ onSelect: props.onSelect });
  const shownState = past?.state ?? state;
  // What the moment changes of tasks and canvas is drawn first.
  const painted = usePainted(shownState);
  const critical = useMemo(() => criticalTasks(painted), [painted]);
  const box = useRef<HTMLDivElement>(null);
  /** Somebody has been at the rows: from then on the run moves nothing by itself. */
  const isScrolledByHand = useRef(false);
  const [view, setView] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    const listening = new AbortController();
    const scrolledByHand = () => {
      isScrolledByHand.current = true;
    };
    for (const act of ["wheel", "touchmove", "pointerdown", "keydown"])
      element.addEventListener(act, scrolledByHand, { passive: true, signal: listening.signal });
    return () => {
      observer.disconnect();
      listening.abort();
    };
  }, []);
  const atWork = useMemo(() => rows.find(({ attempts }) => attempts.at(-1) && !attempts.at(-1)?.to), [rows]);
  const asked = selectedTaskId ?? momentTaskId;
  const watched = asked ?? atWork?.taskId;
  const watchedIndex = rows.findIndex(({ taskId }) => taskId === watched);
  const follows = asked === undefined;
  const oncePainted = useOncePainted();
  useEffect(
    // Where it stands is asked of a page that has been laid out, as asking lays out any other.
    () =>
      oncePainted(() => {
        const element = box.current;
        if (!element || watchedIndex === -1 || (follows && isScrolledByHand.current)) return;
        const top = (watchedIndex + 1) * ROW_PX;
        const isAbove = top < element.scrollTop + ROW_PX;
        if (!isAbove && top + ROW_PX <= element.scrollTop + element.clientHeight) return;
        element.scrollTo({ top: isAbove ? top - ROW_PX : top + 2 * ROW_PX - element.clientHeight });
      }),
    [watchedIndex, follows, oncePainted],
  );
  const shown = visibleRows(rows.length, ROW_PX, view.top - ROW_PX, view.height);
  const { first, last } = shown;
  const inView = useMemo(() => rows.slice(first, last), [rows, first, last]);
  const tasksThen = useTasksThen(past, inView, moment);
  return (
    <div
      ref={box}
      onScroll={({ currentTarget }) =>
        setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
      className={`min-h-0 overflow-y-auto overscroll-contain ${isDock ? "h-36" : "max-lg:h-[60dvh] lg:grow"}`}
    >
      <p className="sr-only">{versionsText(timeline.versions)}</p>
      <div className="relative">
        <RunRow timeline={timeline} frame={frame} />
        <div className="relative" style={{ height: shown.total }}>
          <ol
            aria-label="Tasks by time"
            className="absolute inset-x-0"
            style={{ transform: `translateY(${shown.offset}px)` }}
          >
            {inView.map((row, index) => {
              const task = getOwn(state.tasks, row.taskId);
              if (!task) return null;
              return (
                <TaskRow
                  key={row.taskId}
                  task={task}
                  row={row}
                  frame={frame}
                  onSelect={onSelect}
                  then={tasksThen?.get(row.taskId)}
                  isSelected={row.taskId === selectedTaskId}
                  isCritical={critical.has(row.taskId)}
                  position={first + index + 1}
                  count={rows.length}
                />
              );
            })}
          </ol>
        </div>
        {moment !== undefined && moment < frame.now && <MomentVeil places={frame.places} moment={moment} />}
      </div>
    </div>
  );
}

/** The tasks of these rows as they were at the moment; what is as it was at the one before is the same object. */
function useTasksThen(
  past: TimeRowsProps["past"],
  rows: Timeline["rows"],
  moment: number | undefined,
): ReadonlyMap<string, TaskThen> | undefined {
  const before = useRef<ReadonlyMap<string, TaskThen>>(new Map());
  return useMemo(() => {
    if (!past) return undefined;
    const ids = rows.map(({ taskId }) => taskId);
    const spans = new Map(rowsOf(past.state, past.events, ids).map((row) => [row.taskId, row.attempts]));
    const then = ids.map((id): [string, TaskThen] => {
      const attempts = spans.get(id) ?? [];
      const lasts = attempts.some(({ to }) => to === undefined);
      const now = { task: getOwn(past.state.tasks, id), attempts, moment: lasts ? moment : undefined };
      const known = before.current.get(id);
      return [id, known && sameThen(known, now) ? known : now];
    });
    before.current = new Map(then);
    return before.current;
  }, [past, rows, moment]);
}

const sameThen = (a: TaskThen, b: TaskThen): boolean =>
  a.task === b.task && a.moment === b.moment && JSON.stringify(a.attempts) === JSON.stringify(b.attempts);
