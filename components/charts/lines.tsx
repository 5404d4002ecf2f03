import { scaleLinear, scalePoint } from "d3-scale";
import { area, line } from "d3-shape";
import { useId } from "react";
import { TONE_TEXT } from "../status";
import { percent, type Series } from "./look";
import { PLOT_HEIGHT, Plot } from "./plot";

type LineSeries = Series & {
  /** One a moment; null where it is unknown, which leaves a gap. */
  values: readonly (number | null)[];
};

type LinesProps = {
  alt: string;
  /** The moments along the lower axis, in order. */
  moments: readonly string[];
  series: readonly LineSeries[];
  format?(value: number): string;
  /** The ends of the upright axis; the data's where absent, with zero. */
  domain?: readonly [number, number];
  /** Whether what is between each line and zero is filled. */
  filled?: boolean;
};

/** Lines over time. A hatched look is drawn dashed, a dotted one dotted. */
export function Lines({ alt, moments, series, format = String, domain, filled }: LinesProps) {
  const id = useId();
  const known = series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const ends = domain ?? [Math.min(0, ...known), Math.max(0, ...known) || 1];
  const y = scaleLinear([ends[0], ends[1]], [PLOT_HEIGHT, 0]);
  if (domain === undefined) y.nice(4);
  const points = scalePoint(
    moments.map((_, at) => String(at)),
    [0, 100],
  ).padding(0.15);
  const x = (at: number) => points(String(at)) ?? 0;
  return (
    <Plot
      id={id}
      alt={alt}
      series={series}
      y={y}
      format={format}
      hasLinks={false}
      labels={moments.map((text, at) => ({ at: x(at), text }))}
    >
      {/* Only this inner picture is stretched to the width; strokes keep theirs. */}
      <svg
        aria-hidden="true"
        width="100%"
        height={PLOT_HEIGHT}
        viewBox={`0 0 100 ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        className="overflow-visible"
      >
        {series.map((one) => (
          <Curve key={one.label} series={one} x={x} y={y} filled={filled} />
        ))}
      </svg>
      {series.flatMap(({ label, look, values }) =>
        values.map((value, at) =>
          value === null ? null : (
            <circle
              key={`${label} ${moments[at]}`}
              cx={percent(x(at))}
              cy={y(value)}
              r={values.length > 31 ? 1.5 : 3.5}
              stroke="currentColor"
              strokeWidth="2"
              className={`fill-panel ${TONE_TEXT[look.tone]}`}
            >
              <title>{`${moments[at]}: ${label} ${format(value)}`}</title>
            </circle>
          ),
        ),
      )}
    </Plot>
  );
}

const DASHES = { solid: undefined, hatched: "6 4", dotted: "2 4" } as const;

type CurveProps = {
  series: LineSeries;
  x(at: number): number;
  y(value: number): number;
  filled: boolean | undefined;
};

function Curve({ series: { look, values }, x, y, filled }: CurveProps) {
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y((value) => y(value ?? 0))(values);
  const below = area<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y0(Math.min(PLOT_HEIGHT, y(0)))
    .y1((value) => y(value ?? 0));
  return (
    <g className={TONE_TEXT[look.tone]}>
      {filled && <path d={below(values) ?? ""} fill="currentColor" opacity="0.15" />}
      <path
        d={path ?? ""}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeDasharray={DASHES[look.fill]}
        vectorEffect="non-scaling-stroke"
      />
    </g>
  );
}
