import { formatDuration } from "@/lib/core/describe/amounts";
import type { Tone } from "@/lib/core/describe/looks/run";
import type { WaitSpan } from "@/lib/core/timeline/rows";
import type { Cut } from "@/lib/core/timeline/scale";

/** Places of a chart of this width, in whole tenths of a pixel. */
export type Places = { width: number; xOf(at: number): number; shareOf(x: number): number };

export const BAR_TOP = 6;
export const BAR_PX = 10;
/** What is too short to see is still there. */
const SHORTEST_PX = 1.5;

const TONE_FILL: Record<Tone, string> = {
  plain: "fill-edge",
  run: "fill-run",
  ok: "fill-ok",
  amber: "fill-amber",
  retry: "fill-retry",
  bad: "fill-bad",
  person: "fill-person",
};

type BarProps = {
  places: Places;
  from: number;
  to: number;
  tone: Tone;
  /** How strong: an attempt is faint, a model's time in it half, a tool's full. */
  strength: "attempt" | "model" | "tool" | "whole";
};

const OPACITY = { attempt: 0.22, model: 0.5, tool: 1, whole: 0.75 } as const;

export function Bar({ places, from, to, tone, strength }: BarProps) {
  const { x, width } = boxOf(places, from, to);
  return (
    <rect
      x={x}
      width={width}
      y={BAR_TOP}
      height={BAR_PX}
      rx={Math.min(2, width / 2)}
      fillOpacity={OPACITY[strength]}
      className={TONE_FILL[tone]}
    />
  );
}

type WaitBarProps = { places: Places; wait: WaitSpan; to: number; hatch: Hatch };

/** The ids of the two patterns: of a wait that is over or only held, and of one that needs a person now. */
export type Hatch = { past: string; now: string };

/** Hatched, and in the color of people only while it waits. */
export function WaitBar({ places, wait, to, hatch }: WaitBarProps) {
  const { x, width } = boxOf(places, wait.from, to);
  const isNow = wait.to === undefined && wait.kind === "person";
  return (
    <>
      <rect x={x} width={width} y={BAR_TOP} height={BAR_PX} className="fill-panel" />
      <rect
        x={x + 0.5}
        width={Math.max(0.5, width - 1)}
        y={BAR_TOP + 0.5}
        height={BAR_PX - 1}
        fill={`url(#${isNow ? hatch.now : hatch.past})`}
        className={isNow ? "stroke-person" : "stroke-edge"}
      />
    </>
  );
}

type CutStripsProps = { places: Places; cuts: readonly Cut[]; height: number };

/** Where waits are drawn shorter than they were, each with how long it was. */
export function CutStrips({ places, cuts, height }: CutStripsProps) {
  return cuts.map(({ from, to }) => (
    <rect key={from} {...boxOf(places, from, to)} height={height} fillOpacity="0.5" className="fill-line">
      <title>{`${formatDuration(to - from)} of waiting, drawn shorter`}</title>
    </rect>
  ));
}

/** The patterns of `WaitBar`; they have to stand in the document once. */
export function HatchPatterns({ hatch }: { hatch: Hatch }) {
  return (
    <svg width="0" height="0" aria-hidden="true" className="absolute">
      <defs>
        {([hatch.past, hatch.now] as const).map((id) => (
          <pattern
            key={id}
            id={id}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="2" height="5" className={id === hatch.now ? "fill-person" : "fill-edge"} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

function boxOf(places: Places, from: number, to: number): { x: number; width: number } {
  const x = places.xOf(from);
  return { x, width: Math.max(SHORTEST_PX, places.xOf(to) - x) };
}
