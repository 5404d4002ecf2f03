import type { ScaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import { Legend } from "./legend";
import { Patterns, percent, type Series } from "./look";
import { Picture } from "./picture";

/** The height of a plot between its axes, and the strips above and below it, in pixels. */
export const PLOT_HEIGHT = 112;
const ABOVE = 16;
const BELOW = 18;

type PlotProps = {
  /** What its patterns are called by. */
  id: string;
  alt: string;
  /** Named below it where they are several. */
  series: readonly Series[];
  /** From values to pixels from the top of the plot. */
  y: ScaleLinear<number, number>;
  format(value: number): string;
  /** Its values are counts: between them there is nothing to name. */
  isOfCounts?: boolean;
  /** Names along the lower axis, at 0 to 100 of the width. */
  labels: readonly { at: number; text: string }[];
  /** Whether something in it can be followed: an image has no parts for those who hear it. */
  hasLinks: boolean;
  children: ReactNode;
};

/**
 * The axes and the legend of an upright chart. It is as wide as its card, and its letters keep their size: places are
 * percentages.
 */
export function Plot(props: PlotProps) {
  const { id, alt, series, y, format, isOfCounts = false, labels, hasLinks, children } = props;
  const ticks = y.ticks(4).filter((tick) => !isOfCounts || Number.isInteger(tick));
  const height = ABOVE + PLOT_HEIGHT + BELOW;
  const widest = Math.max(1, ...ticks.map((tick) => format(tick).length));
  return (
    <div className="grid gap-2">
      <div className="flex min-w-0 gap-1.5 text-[0.6875rem] text-muted">
        <Picture
          width={widest * 6.5 + 4}
          height={height}
          aria-hidden="true"
          className="shrink-0 overflow-visible"
        >
          {ticks.map((tick) => (
            <text key={tick} x="100%" y={ABOVE + y(tick) + 4} textAnchor="end" className="fill-muted">
              {format(tick)}
            </text>
          ))}
        </Picture>
        <Picture
          role={hasLinks ? "group" : "img"}
          aria-label={alt}
          width="100%"
          height={height}
          className="min-w-0 overflow-visible"
        >
          <Patterns chart={id} looks={series.map(({ look }) => look)} />
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={ABOVE + y(tick)}
              y2={ABOVE + y(tick)}
              className={tick === 0 ? "stroke-edge" : "stroke-line"}
            />
          ))}
          <g transform={`translate(0 ${ABOVE})`}>{children}</g>
          {sparse(labels).map(({ at, text }) => (
            <text key={at} x={percent(at)} y={height - 4} textAnchor={anchorOf(at)} className="fill-muted">
              {text}
            </text>
          ))}
        </Picture>
      </div>
      {series.length > 1 && <Legend chart={id} series={series} />}
    </div>
  );
}

/** As many names as stand side by side on a phone, at even distances; all of them where they are few and short. */
function sparse<T extends { at: number; text: string }>(labels: readonly T[]): T[] {
  const longest = Math.max(1, ...labels.map(({ text }) => text.length));
  // Half a name more where the first begins at its place, and the next has its middle there.
  const isInset = anchorOf(labels[0]?.at ?? 0) === "middle";
  const room = Math.max(2, Math.floor(52 / (longest * (isInset ? 1 : 1.5) + 1)));
  const every = Math.ceil(labels.length / room);
  return labels.filter((_, at) => at % every === 0);
}

const anchorOf = (at: number): "start" | "middle" | "end" => (at < 4 ? "start" : at > 96 ? "end" : "middle");
