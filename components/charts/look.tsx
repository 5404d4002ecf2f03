import type { Tone } from "@/lib/core/describe/looks/run";
import { TONE_TEXT } from "../status";

/** How a series is drawn: told apart by its filling too, never by color alone. */
export type Look = { tone: Tone; fill: "solid" | "hatched" | "dotted" };

/** Series without a status, in order (waiting for people is hatched `person`, failed is hatched `bad`). */
export const SERIES_LOOKS: readonly Look[] = [
  { tone: "run", fill: "solid" },
  { tone: "run", fill: "hatched" },
  { tone: "plain", fill: "solid" },
  { tone: "plain", fill: "dotted" },
];

/** A named part of bars and columns, or a line. */
export type Series = { label: string; look: Look };

const patternId = (chart: string, { tone, fill }: Look): string => `${chart}${tone}-${fill}`;

/** The patterns that a chart's looks need; ids begin with the chart's own. */
export function Patterns({ chart, looks }: { chart: string; looks: readonly Look[] }) {
  const needed = looks.filter(({ fill }) => fill !== "solid");
  const unique = new Map(needed.map((look) => [patternId(chart, look), look]));
  return (
    <defs>
      {[...unique].map(([id, { tone, fill }]) => (
        <pattern
          key={id}
          id={id}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          className={TONE_TEXT[tone]}
        >
          {fill === "hatched" ? (
            <path d="M-1 1 1 -1M0 6 6 0M5 7 7 5" stroke="currentColor" strokeWidth="1.75" />
          ) : (
            <circle cx="3" cy="3" r="1.1" fill="currentColor" />
          )}
        </pattern>
      ))}
    </defs>
  );
}

/** The attributes with which a shape gets a look; widths and places may be percentages. */
export function shapeOf(chart: string, look: Look) {
  const { tone, fill } = look;
  if (fill === "solid") return { className: TONE_TEXT[tone], fill: "currentColor" };
  return { className: TONE_TEXT[tone], fill: `url(#${patternId(chart, look)})`, stroke: "currentColor" };
}

/** A place or width of an SVG that is as wide as what it stands in. */
export const percent = (value: number): string => `${Math.round(value * 100) / 100}%`;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
