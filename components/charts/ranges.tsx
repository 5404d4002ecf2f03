import { scaleLinear } from "d3-scale";
import { percent } from "./look";
import { Picture } from "./picture";
import { RowName } from "./row-name";

type Range = {
  label: string;
  /** Lower end, middle and upper end, as P10, median and P90. */
  low: number;
  middle: number;
  high: number;
  text: string;
  detail?: string;
  href?: string | undefined;
};

type RangesProps = {
  alt: string;
  ranges: readonly Range[];
  format(value: number): string;
  /** A value to hold all against, drawn upright, as 0 for errors. */
  mark?: number;
};

/** Distributions in three figures each: a line from the lower to the upper end, a tick at the middle. */
export function Ranges({ alt, ranges, format, mark }: RangesProps) {
  const all = ranges.flatMap(({ low, high }) => [low, high]).concat(mark ?? 0);
  const x = scaleLinear([Math.min(...all), Math.max(...all)], [2, 98]).nice(4);
  const ticks = x.ticks(3);
  return (
    <div className="grid gap-1.5">
      <ul aria-label={alt} className="grid gap-1.5">
        {ranges.map(({ label, low, middle, high, text, detail, href }) => (
          <li key={label} className="text-xs">
            <span className="flex min-h-6 flex-wrap items-center gap-x-2">
              <span className="min-w-[min(8rem,100%)] flex-1 wrap-anywhere">
                <RowName name={label} href={href} />
              </span>
              {detail !== undefined && <span className="text-muted">{detail}</span>}
              <span className="font-medium">{text}</span>
            </span>
            <Picture width="100%" height="14" aria-hidden="true" className="block text-run">
              {mark !== undefined && (
                <line x1={percent(x(mark))} x2={percent(x(mark))} y1="0" y2="14" className="stroke-ink" />
              )}
              <rect
                x={percent(x(low))}
                width={percent(Math.max(0, x(high) - x(low)))}
                y="3"
                height="8"
                rx="2"
                fill="currentColor"
                fillOpacity="0.25"
                stroke="currentColor"
              />
              <line
                x1={percent(x(middle))}
                x2={percent(x(middle))}
                y1="1"
                y2="13"
                stroke="currentColor"
                strokeWidth="3"
              />
            </Picture>
          </li>
        ))}
      </ul>
      <Picture width="100%" height="14" aria-hidden="true" className="block text-[0.6875rem]">
        {ticks.map((tick) => (
          <text
            key={tick}
            x={percent(x(tick))}
            y="11"
            textAnchor={x(tick) < 6 ? "start" : x(tick) > 94 ? "end" : "middle"}
            className="fill-muted"
          >
            {format(tick)}
          </text>
        ))}
      </Picture>
    </div>
  );
}
