"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useId, useMemo, useRef, useState } from "react";
import { call } from "@/lib/client/call";
import { useNow } from "@/lib/client/use-now";
import type { RunEvent } from "@/lib/core/run/events";
import { endOf, isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import { eventTimes, type StoredMarks, timeMarks, timeOf } from "@/lib/core/timeline/marks";
import { timelineOf } from "@/lib/core/timeline/rows";
import { timeScale } from "@/lib/core/timeline/scale";
import type { History } from "../log/use-history";
import { isReadWhole, type Moment } from "../runs/use-moment";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { HatchPatterns, type Places } from "./bars";
import { clockText } from "./clock-text";
import { TimeAxis } from "./time-axis";
import { type ChartFrame, COLUMNS } from "./time-row";
import { TimeRows } from "./time-rows";
import { TimeSlider } from "./time-slider";
import { TimeTable } from "./time-table";
import { cutText, HistoryNote, Legend } from "./timeline-notes";

/** Room at both ends of the axis for the knob. */
const EDGE_PX = 10;

export type TimelinePanelProps = {
  /** The run as it is now, whatever moment is looked at: the axis does not move with the moment. */
  state: RunState;
  history: History;
  selectedTaskId: string | undefined;
  onSelect(taskId: string | undefined): void;
  /** The event that is looked at; undefined for now. */
  at: number | undefined;
  /** The run as it was then, once it has been folded. */
  moment: Pick<Moment, "state" | "events"> | undefined;
  onMove(seq: number | undefined): void;
  /** Under the canvas it is low, and has no table. */
  isDock?: boolean;
};

/** What the run did when, and the way back to any moment of it. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { state, history, selectedTaskId, onSelect, at, onMove, isDock = false } = props;
  const { events } = history;
  const [shownAs, showAs] = useUrlParam("chart");
  const isTable = shownAs === "table";
  const now = useRunNow(state);
  const stored = useStoredMarks(state);
  const timeline = useMemo(() => timelineOf(state, events, stored?.versions), [state, events, stored]);
  const scale = useMemo(
    () => timeScale(timeline, { from: state.createdAt, now }),
    [timeline, state.createdAt, now],
  );
  const times = useMemo(() => eventTimes(state, events, stored), [state, events, stored]);
  const marks = useMemo(() => timeMarks(state, events, stored), [state, events, stored]);
  const { moment: past } = props;
  const pastTable = useMemo(
    () =>
      past && isTable
        ? { state: past.state, timeline: timelineOf(past.state, past.events), now: past.state.lastAt }
        : undefined,
    [past, isTable],
  );
  const [chart, width] = useWidth();
  const places = useMemo((): Places => {
    const drawn = Math.max(1, width - 2 * EDGE_PX);
    return {
      width,
      xOf: (time) => EDGE_PX + scale.xOf(time) * drawn,
      shareOf: (x) => (x - EDGE_PX) / drawn,
    };
  }, [scale, width]);
  const hatchId = useId();
  const frame = useMemo(
    (): ChartFrame => ({
      places,
      hatch: { past: `${hatchId}past`, now: `${hatchId}now` },
      now,
      versionsAt: timeline.versions.map((version) => version.at),
      cuts: scale.cuts,
    }),
    [places, hatchId, now, timeline, scale],
  );
  const moment = at === undefined ? undefined : timeOf(times, at);
  if (timeline.rows.length === 0 && timeline.calls.length === 0) return <NothingYet state={state} />;
  return (
    <section
      aria-label="Timeline"
      data-timeline
      className={`flex min-h-0 min-w-0 flex-col bg-panel ${isDock ? "shrink-0 border-line border-t max-lg:border-b" : "lg:h-full"}`}
    >
      <HatchPatterns hatch={frame.hatch} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-2 text-muted text-xs md:px-5">
        <h2 className={isDock ? "sr-only" : "font-semibold text-ink text-sm"}>Timeline</h2>
        <p>{cutText(scale.hiddenMs)}</p>
        {!history.complete && <HistoryNote history={history} stored={stored} seq={state.seq} />}
        <Legend />
        {!isDock && (
          <Button size="small" onClick={() => showAs(isTable ? undefined : "table")}>
            {isTable ? "Show as chart" : "Show as table"}
          </Button>
        )}
      </div>
      {isTable && !isDock ? (
        <TimeTable
          {...(pastTable ?? { state, timeline, now })}
          selectedTaskId={selectedTaskId}
          onSelect={onSelect}
        />
      ) : (
        <>
          <div className={COLUMNS} aria-hidden="true">
            <span />
            <div ref={chart} className="h-0 min-w-0 overflow-hidden" />
          </div>
          {width > 0 && (
            <>
              <TimeAxis scale={scale} places={places} versions={timeline.versions} at={moment} />
              <TimeRows
                state={state}
                timeline={timeline}
                past={past}
                frame={frame}
                moment={moment}
                selectedTaskId={selectedTaskId}
                onSelect={onSelect}
                isDock={isDock}
                momentTaskId={at === undefined ? undefined : taskOf(events[at - (events[0]?.seq ?? 1)])}
              />
              <div className="border-line border-t py-1">
                <TimeSlider
                  places={places}
                  times={times}
                  marks={marks}
                  at={at}
                  onMove={onMove}
                  atOf={scale.atOf}
                  lastSeq={state.seq}
                  from={scale.from}
                  now={now}
                  atText={moment === undefined ? "" : clockText(moment, true)}
                />
              </div>
            </>
          )}
        </>
      )}
    </section>
  );
}

/** What is stored of the decisions and versions of a run whose events are not all read. */
function useStoredMarks({ runId, seq, planVersion, counters }: RunState): StoredMarks | undefined {
  return useQuery({
    queryKey: ["time-marks", runId, planVersion, counters.decisions],
    enabled: !isReadWhole(seq),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/time-marks", { id: runId }, { signal }),
  }).data;
}

/** The task that an event is about. */
function taskOf(event: RunEvent | undefined): string | undefined {
  const payload = event?.payload;
  return payload && "taskId" in payload ? payload.taskId : undefined;
}

/** How far the run is: to its end, or to this second. */
function useRunNow(state: RunState): number {
  const wall = useNow(!isOver(state));
  return endOf(state)?.at ?? Math.max(state.lastAt, wall ?? 0);
}

/** The width of what it is given to, 0 until the browser has laid it out. */
function useWidth(): [(element: HTMLDivElement | null) => void, number] {
  const [width, setWidth] = useState(0);
  const observer = useRef<ResizeObserver>(undefined);
  const measure = useCallback((element: HTMLDivElement | null) => {
    observer.current?.disconnect();
    if (!element) return;
    observer.current = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.current.observe(element);
    setWidth(element.clientWidth);
  }, []);
  return [measure, width];
}

function NothingYet({ state }: { state: RunState }) {
  return (
    <EmptyState title="Nothing on the timeline yet">
      {isOver(state)
        ? "The run ended before anything was planned or started."
        : "Planning and tasks appear here as they start."}
    </EmptyState>
  );
}
