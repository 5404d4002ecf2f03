import { scaleLinear } from "d3-scale";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { Legend } from "./legend";
import { Patterns, percent, type Series, shapeOf, sum } from "./look";
import { Picture } from "./picture";

export type Bar = {
  label: string;
  /** One value for each series, in their order. */
  values: readonly number[];
  /** The figure beside the bar, as "45.9 %", and what it is of, as "28 of 61". */
  text: string;
  detail?: string;
  /** What stands behind the bar. */
  href?: string | undefined;
};

type BarsProps = {
  /** What the bars say, for those who do not see them. */
  alt: string;
  series: readonly Series[];
  bars: readonly Bar[];
  /** What a full track is; the longest bar where it is absent. */
  max?: number;
};

/** Bars that lie, each with its name and its figure in words; several series are stacked. */
export function Bars({ alt, series, bars, max }: BarsProps) {
  const id = useId();
  const longest = max ?? Math.max(0, ...bars.map(({ values }) => sum(values)));
  const x = scaleLinear([0, longest || 1], [0, 100]).clamp(true);
  return (
    <div className="grid gap-2">
      <Picture width="0" height="0" aria-hidden="true" className="absolute">
        <Patterns chart={id} looks={series.map(({ look }) => look)} />
      </Picture>
      <ul aria-label={alt} className="grid gap-1.5">
        {bars.map((bar) => (
          <li key={bar.label} className="text-xs">
            <BarLink href={bar.href}>
              <span className="min-w-[min(8rem,100%)] flex-1 wrap-anywhere">{bar.label}</span>
              {bar.detail !== undefined && <span className="text-muted">{bar.detail}</span>}
              <span className="min-w-12 text-right font-medium">{bar.text}</span>
            </BarLink>
            <Picture width="100%" height="9" aria-hidden="true" className="block">
              <rect width="100%" height="9" rx="2" className="fill-line" />
              {series.map(({ label, look }, at) => {
                const from = x(sum(bar.values.slice(0, at)));
                const width = x(sum(bar.values.slice(0, at + 1))) - from;
                if (width <= 0) return null;
                return (
                  <rect
                    key={label}
                    x={percent(from)}
                    width={percent(width)}
                    y="0.5"
                    height="8"
                    rx="1.5"
                    {...shapeOf(id, look)}
                  />
                );
              })}
            </Picture>
          </li>
        ))}
      </ul>
      {series.length > 1 && <Legend chart={id} series={series} />}
    </div>
  );
}

function BarLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const shape = "flex min-h-6 flex-wrap items-center gap-x-2";
  if (href === undefined) return <span className={shape}>{children}</span>;
  return (
    <Link prefetch={false} href={href} className={`${shape} hover:underline`}>
      {children}
    </Link>
  );
}
