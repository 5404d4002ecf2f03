"use client";

import { type ReactNode, useId, useMemo } from "react";
import { getOwn } from "@/lib/core/own";
import type { RunEvent } from "@/lib/core/run/events";
import { createKeyframes } from "@/lib/core/run/keyframes";
import type { RunState } from "@/lib/core/run/state";
import { eventTimes, timeMarks, timeOf } from "@/lib/core/timeline/marks";
import { criticalTasks, timelineOf } from "@/lib/core/timeline/rows";
import { timeScale } from "@/lib/core/timeline/scale";
import { decide } from "@/lib/testing/runs/replan-stories";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import { HatchPatterns } from "../../timeline/bars";
import { clockText } from "../../timeline/clock-text";
import { MomentBar } from "../../timeline/moment-bar";
import { PastDecisions } from "../../timeline/past-decisions";
import { TimeAxis } from "../../timeline/time-axis";
import { type ChartFrame, MomentVeil, RunRow, TaskRow } from "../../timeline/time-row";
import { TimeRows } from "../../timeline/time-rows";
import { TimeSlider } from "../../timeline/time-slider";
import { TimeTable } from "../../timeline/time-table";
import { HistoryNote, Legend } from "../../timeline/timeline-notes";
import { TimelinePanel } from "../../timeline/timeline-panel";
import { Fetched, LONG_TEXT, nothing, Specimen, State } from "../specimen";
import { endedRun, runUnderWay } from "./runs";

/** What a run did when, and the way to its past moments. */
export function Time() {
  return (
    <>
      <Specimen
        name="TimelinePanel"
        states="a page of its own, under the canvas, at a past moment, while older events load, without them, nothing yet, ended before"
      >
        {() => <Panels />}
      </Specimen>
      <Specimen
        name="TaskRow"
        states="retried, done, waiting, selected, on the critical path; the run above them; now and at a past moment"
      >
        {() => (
          <div className="grid gap-3 overflow-x-auto">
            <Chart of={runUnderWay}>{(chart) => <Rows {...chart} />}</Chart>
            <Chart of={runUnderWay} name="a past moment" agoMs={40_000}>
              {(chart) => <Rows {...chart} />}
            </Chart>
            <Legend />
          </div>
        )}
      </Specimen>
      <Specimen name="TimeRows" states="many tasks, under the canvas">
        {() => (
          <Chart of={longRun}>
            {({ state, timeline, frame, moment }) => (
              <TimeRows
                isDock
                {...{ state, timeline, frame, moment, onSelect: nothing }}
                {...{ past: undefined, selectedTaskId: "t1", momentTaskId: undefined }}
              />
            )}
          </Chart>
        )}
      </Specimen>
      <Specimen
        name="TimeAxis"
        states="a short run, one of two versions whose waits are collapsed, a past moment"
      >
        {() => (
          <div className="grid gap-3 overflow-x-auto">
            <Chart of={runUnderWay}>{axisOf}</Chart>
            <Chart of={endedRun} name="collapsed">
              {axisOf}
            </Chart>
            <Chart of={endedRun} name="a past moment" agoMs={3_000_000}>
              {axisOf}
            </Chart>
          </div>
        )}
      </Specimen>
      <Specimen name="TimeSlider" states="now, at a past moment, at the first event">
        {() => (
          <div className="grid gap-3 overflow-x-auto">
            <Chart of={endedRun}>{(chart) => <Slider {...chart} at={undefined} />}</Chart>
            <Chart of={endedRun} name="a past moment">
              {(chart) => <Slider {...chart} at={Math.floor(chart.state.seq / 2)} />}
            </Chart>
            <Chart of={endedRun} name="the first event">
              {(chart) => <Slider {...chart} at={1} />}
            </Chart>
          </div>
        )}
      </Specimen>
      <Specimen name="TimeTable" states="every attempt, with one that has not started; a task is selected">
        {() => (
          <Chart of={runUnderWay}>
            {({ state, timeline, frame }) => (
              <TimeTable {...{ state, timeline, now: frame.now, selectedTaskId: "b", onSelect: nothing }} />
            )}
          </Chart>
        )}
      </Specimen>
      <Specimen
        name="MomentBar"
        states="an event, before the first, loading, could not load, a tab of now, removed steps, an ended run, now"
      >
        {(scheme) => (
          <Fetched queries={[]}>
            <Bars runId={`run_moment-${scheme}`} />
          </Fetched>
        )}
      </Specimen>
      <Specimen name="PastDecisions" states="still open, decided later, never answered, held">
        {() => <Decided />}
      </Specimen>
    </>
  );
}

function longRun(): RunWorld {
  const tasks = Array.from({ length: 40 }, (_, n) => ({
    id: `t${n}`,
    title: n === 0 ? LONG_TEXT : `Task ${n + 1}`,
    ...(n > 0 && { dependsOn: [`t${Math.floor((n - 1) / 3)}`] }),
  }));
  const world = new RunWorld({ plan: planOf(...tasks) });
  for (const id of ["t0", "t1", "t2", "t3"]) {
    world.start();
    world.tick(20_000).succeed(id);
  }
  world.start();
  return world.tick(30_000);
}

const CHART_PX = 260;
/** Room at both ends for the knob, as the panel leaves it. */
const EDGE_PX = 10;
const DRAWN_PX = CHART_PX - 2 * EDGE_PX;

type Drawn = {
  state: RunState;
  events: readonly RunEvent[];
  timeline: ReturnType<typeof timelineOf>;
  scale: ReturnType<typeof timeScale>;
  frame: ChartFrame;
  /** Undefined for now. */
  moment: number | undefined;
};

type ChartProps = {
  of(): RunWorld;
  name?: string;
  /** How long ago the moment was that is looked at. */
  agoMs?: number;
  children(chart: Drawn): ReactNode;
};

/** A run over a time axis of one width: the panel measures its own. */
function Chart({ of, name = "now", agoMs, children }: ChartProps) {
  const id = useId();
  const drawn = useMemo((): Drawn => {
    const { state, events, now } = of();
    const timeline = timelineOf(state, events);
    const scale = timeScale(timeline, { from: state.createdAt, now });
    const frame: ChartFrame = {
      places: {
        width: CHART_PX,
        xOf: (at) => EDGE_PX + scale.xOf(at) * DRAWN_PX,
        shareOf: (x) => (x - EDGE_PX) / DRAWN_PX,
      },
      hatch: { past: `${id}past`, now: `${id}now` },
      ...{ now, versionsAt: timeline.versions.map(({ at }) => at), cuts: scale.cuts },
    };
    const moment = agoMs === undefined ? undefined : now - agoMs;
    return { state, events, timeline, scale, frame, moment };
  }, [id, of, agoMs]);
  return (
    <State name={name}>
      <div className="relative min-w-0 bg-panel">
        <HatchPatterns hatch={drawn.frame.hatch} />
        {children(drawn)}
      </div>
    </State>
  );
}

function Rows({ state, timeline, frame, moment }: Drawn) {
  const critical = criticalTasks(state);
  return (
    <div className="relative">
      <RunRow timeline={timeline} frame={frame} />
      <ol>
        {timeline.rows.map((row, at) => {
          const task = getOwn(state.tasks, row.taskId);
          return (
            task && (
              <TaskRow
                key={row.taskId}
                {...{ task, row, frame }}
                isSelected={at === 1}
                isCritical={critical.has(row.taskId)}
                position={at + 1}
                count={timeline.rows.length}
                onSelect={nothing}
              />
            )
          );
        })}
      </ol>
      {moment !== undefined && <MomentVeil places={frame.places} moment={moment} />}
    </div>
  );
}

const axisOf = ({ scale, timeline, frame, moment }: Drawn) => (
  <TimeAxis {...{ scale, places: frame.places, versions: timeline.versions, at: moment }} />
);

function Slider({ state, events, scale, frame, at }: Drawn & { at: number | undefined }) {
  const times = eventTimes(state, events);
  return (
    <TimeSlider
      {...{ times, at, places: frame.places, atOf: scale.atOf, marks: timeMarks(state, events) }}
      {...{ lastSeq: state.seq, from: scale.from, now: frame.now, onMove: nothing }}
      atText={at === undefined ? "" : clockText(timeOf(times, at), true)}
    />
  );
}

function Panels() {
  const [ended, begun, stopped] = useMemo(() => {
    const early = new RunWorld();
    const over = new RunWorld();
    over.send({ type: "cancel", reason: "It is not needed." });
    return [endedRun(), early, over];
  }, []);
  const panel = (name: string, { state, events }: RunWorld, more: object = {}) => (
    <State name={name}>
      <TimelinePanel
        {...{ state, selectedTaskId: "b", at: undefined, moment: undefined }}
        history={{ events, complete: true, failed: false, retry: nothing, ...more }}
        {...{ onSelect: nothing, onMove: nothing, isDock: name === "under the canvas", width: CHART_PX }}
      />
    </State>
  );
  const last = ended.events.slice(-3);
  const past = useMemo(() => {
    const seq = Math.floor(ended.state.seq / 2);
    const events = ended.events.slice(0, seq);
    return { seq, events, state: createKeyframes(ended.state.runId).stateAt(events, seq) };
  }, [ended]);
  return (
    <Fetched queries={[]}>
      {panel("a page of its own", ended)}
      {panel("under the canvas", ended)}
      <State name="at a past moment">
        <TimelinePanel
          {...{ state: ended.state, selectedTaskId: undefined, at: past.seq, moment: past, width: CHART_PX }}
          history={{ events: ended.events, complete: true, failed: false, retry: nothing }}
          {...{ onSelect: nothing, onMove: nothing }}
        />
      </State>
      {panel("while older events load", ended, { events: last, complete: false })}
      {panel("without them", ended, { events: last, complete: false, failed: true })}
      <State name="a run too long to be read whole">
        <HistoryNote
          history={{ events: last, complete: false, failed: false, retry: nothing }}
          stored={undefined}
          seq={30_000}
        />
      </State>
      {panel("nothing yet", begun)}
      {panel("ended before", stopped)}
    </Fetched>
  );
}

function Bars({ runId }: { runId: string }) {
  const { state, ended, moment } = useMemo(() => {
    const world = runUnderWay();
    const over = endedRun();
    const momentOf = ({ events }: RunWorld, seq: number) => ({
      ...{ seq, state: createKeyframes(runId).stateAt(events, seq), event: events[seq - 1] },
      ...{ events: events.slice(0, seq), complete: true },
      usage: { seq, inputTokens: 0, outputTokens: 0, knownUsd: 0, unknownCalls: 0 },
    });
    const ended = { state: over.state, moment: momentOf(over, over.state.seq) };
    return { state: world.state, ended, moment: momentOf(world, world.state.seq - 2) };
  }, [runId]);
  const bar = (name: string, more: Partial<Parameters<typeof MomentBar>[0]>) => (
    <State name={name}>
      <MomentBar
        {...{ state: { ...state, runId }, at: moment.seq, moment, failed: false, isTabNow: false }}
        purged={{ liveTextAt: null, payloadsAt: null }}
        {...{ retry: nothing, onNow: nothing, ...more }}
      />
    </State>
  );
  return (
    <>
      {bar("an event", {})}
      {bar("before the first", { moment: { ...moment, event: undefined } })}
      {bar("loading", { moment: undefined })}
      {bar("could not load", { moment: undefined, failed: true })}
      {bar("a tab of now", { isTabNow: true })}
      {bar("removed steps", { purged: { liveTextAt: null, payloadsAt: Date.UTC(2026, 1, 3) } })}
      {bar("an ended run", { ...ended, at: ended.moment.seq })}
      {bar("now", { at: undefined })}
    </>
  );
}

function Decided() {
  const shown = useMemo(() => {
    const world = runUnderWay();
    const past = structuredClone(world.state);
    decide(world, "approve", "The total is right.");
    const cancelled = Object.fromEntries(
      Object.values(past.approvals).map((gate) => [gate.approvalId, { ...gate, status: "expired" as const }]),
    );
    const held = holdingReview("REPLAN").state;
    return [
      ["still open", past, past],
      ["decided later", past, world.state],
      ["never answered", past, { ...past, approvals: cancelled }],
      ["held", held, held],
    ] as const;
  }, []);
  return shown.map(([name, past, now]) => (
    <State key={name} name={name}>
      <PastDecisions {...{ past, now, taskId: undefined, onSelect: nothing }} />
    </State>
  ));
}
