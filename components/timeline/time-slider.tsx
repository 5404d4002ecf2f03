"use client";

import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { type EventTime, seqAt, type TimeMark, timeOf } from "@/lib/core/timeline/marks";
import { keyOf, RUN_KEYS } from "../ui/behavior/shortcuts";
import { IconButton } from "../ui/icon-button";
import { LiveInput } from "../ui/live";
import type { Places } from "./bars";
import { COLUMNS } from "./time-row";
import { useFollowedSeq } from "./use-followed-seq";

const HEIGHT_PX = 30;
const MIDDLE = HEIGHT_PX / 2;
/** Playing shows a run in half a minute at most, and a short one event by event. */
const PLAY_STEP_MS = 200;
const PLAY_STEPS = 150;

type TimeSliderProps = {
  places: Places;
  atOf(x: number): number;
  times: readonly EventTime[];
  marks: readonly TimeMark[];
  lastSeq: number;
  /** Where the rail begins and ends. */
  from: number;
  now: number;
  /** The event that is looked at; undefined for now. */
  at: number | undefined;
  /** What it is, in words. */
  atText: string;
  onMove(seq: number | undefined): void;
};

/** Moves through the events of a run: by the knob, step by step, or by playing them. Its end is now. */
export function TimeSlider(props: TimeSliderProps) {
  const { places, atOf, times, marks, lastSeq, from, now, at, atText, onMove } = props;
  const [seq, move, step] = useFollowedSeq({ at, lastSeq, onMove });
  const input = useRef<HTMLInputElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  usePlaying(isPlaying, () => {
    const by = Math.ceil(lastSeq / PLAY_STEPS);
    step(by);
    if (seq + by >= lastSeq) setPlaying(false);
  });
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const pointed = Math.min(lastSeq, seqAt(times, atOf(places.shareOf(x))));
    move(pointed);
    input.current?.focus({ preventScroll: true });
  };
  const togglePlaying = () => {
    // From now on there is nothing to play: it begins again.
    if (!isPlaying && seq >= lastSeq) move(1);
    setPlaying(!isPlaying);
  };
  const [start, end] = [places.xOf(from), places.xOf(now)];
  const knob = seq >= lastSeq ? end : places.xOf(timeOf(times, seq));
  return (
    <div className={`${COLUMNS} items-center`}>
      <div className="flex gap-0.5 pl-2 sm:gap-1 md:pl-4">
        <IconButton
          label={`Previous event (${keyOf(RUN_KEYS, "previousEvent")})`}
          side="top"
          className="size-8"
          disabled={seq <= 1}
          onClick={() => step(-1)}
        >
          <SkipBack aria-hidden="true" className="size-3.5" />
        </IconButton>
        <IconButton
          label={isPlaying ? "Stop playing" : "Play the run"}
          side="top"
          className="size-8"
          onClick={togglePlaying}
        >
          {isPlaying ? (
            <Pause aria-hidden="true" className="size-3.5" />
          ) : (
            <Play aria-hidden="true" className="size-3.5" />
          )}
        </IconButton>
        <IconButton
          label={`Next event (${keyOf(RUN_KEYS, "nextEvent")})`}
          side="top"
          className="size-8"
          disabled={seq >= lastSeq}
          onClick={() => step(1)}
        >
          <SkipForward aria-hidden="true" className="size-3.5" />
        </IconButton>
      </div>
      <div className="relative">
        <LiveInput
          ref={input}
          type="range"
          data-time-slider
          min={1}
          max={lastSeq}
          value={seq}
          aria-label="Moment of the run"
          aria-valuetext={
            at === undefined ? `Now, after event ${seq}` : `Event ${seq} of ${lastSeq}: ${atText}`
          }
          onChange={({ target }) => move(target.valueAsNumber)}
          className="peer sr-only"
        />
        <svg
          width={places.width}
          height={HEIGHT_PX}
          aria-hidden="true"
          data-time-track
          onPointerDown={follow}
          onPointerMove={follow}
          className="block cursor-pointer touch-none rounded outline-run outline-offset-1 peer-focus-visible:outline-2"
        >
          <rect x={start} y={MIDDLE - 1.5} width={end - start} height="3" rx="1.5" className="fill-line" />
          <rect
            x={start}
            y={MIDDLE - 1.5}
            width={Math.max(0, knob - start)}
            height="3"
            rx="1.5"
            className="fill-ink"
          />
          {marks.map((mark) => (
            <Mark key={`${mark.kind} ${mark.seq}`} mark={mark} x={places.xOf(mark.at)} />
          ))}
          <circle cx={knob} cy={MIDDLE} r="6" strokeWidth="3" className="fill-panel stroke-ink" />
        </svg>
      </div>
    </div>
  );
}

/** A decision is a diamond, a plan version a line: told apart without color. */
function Mark({ mark: { kind }, x }: { mark: Pick<TimeMark, "kind">; x: number }) {
  if (kind === "version") {
    return <rect x={x - 1} y={MIDDLE - 7} width="2" height="14" className="fill-muted" />;
  }
  return (
    <path
      d={`M${x} ${MIDDLE - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5z`}
      strokeWidth="1.5"
      className="fill-muted stroke-panel"
    />
  );
}

function usePlaying(isPlaying: boolean, onStep: () => void): void {
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => latest.current(), PLAY_STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
}
