import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { type ReactNode, useId } from "react";
import { percent, type Series, shapeOf } from "./look";
import { PLOT_HEIGHT, Plot } from "./plot";

/** `label` is its own among the columns: when it was, or which bin it is. */
type Column = { label: string; values: readonly number[]; href?: string | undefined };

type ColumnsProps = {
  alt: string;
  series: readonly Series[];
  columns: readonly Column[];
  format?(value: number): string;
  /** Whether the sum stands above each column. */
  totals?: boolean;
  /** Columns of a distribution touch: their bins do. */
  touching?: boolean;
};

/** More columns than this are too narrow to be pressed; the table has their links. */
const MAX_LINKED = 12;

/** Upright columns, over time or over bins; several series are stacked. */
export function Columns({ alt, series, columns, format = String, totals, touching }: ColumnsProps) {
  const id = useId();
  const x = scaleBand(
    columns.map((_, at) => String(at)),
    [0, 100],
  ).padding(touching ? 0.06 : 0.3);
  const layers = stack<Column, number>()
    .keys(series.keys())
    .value(({ values }, at) => values[at] ?? 0)(columns);
  const tops = columns.map((_, at) => layers.at(-1)?.[at]?.[1] ?? 0);
  const y = scaleLinear([0, Math.max(...tops, 0) || 1], [PLOT_HEIGHT, 0]).nice(4);
  const linked = columns.length <= MAX_LINKED && columns.some(({ href }) => href !== undefined);
  const middle = (at: number) => (x(String(at)) ?? 0) + x.bandwidth() / 2;
  return (
    <Plot
      id={id}
      alt={alt}
      series={series}
      y={y}
      format={format}
      isOfCounts={tops.every(Number.isInteger)}
      hasLinks={linked}
      labels={columns.map(({ label }, at) => ({ at: middle(at), text: label }))}
    >
      {columns.map((column, at) => (
        <ColumnLink
          key={column.label}
          href={linked ? column.href : undefined}
          name={`${column.label}: ${totals && series.length > 1 ? `${format(tops[at] ?? 0)}, of which ` : ""}${wordsOf(column, series, format)}`}
        >
          <rect x={percent(at * x.step())} width={percent(x.step())} height={PLOT_HEIGHT} fill="transparent">
            {/* Where the sum stands in the link, the title would be a second text of it, with other words than its name. */}
            {!(linked && totals) && <title>{`${column.label}: ${wordsOf(column, series, format)}`}</title>}
          </rect>
          {layers.map((layer) => {
            const [low, high] = layer[at] ?? [0, 0];
            if (high <= low) return null;
            return (
              <rect
                key={layer.key}
                x={percent(x(String(at)) ?? 0)}
                width={percent(x.bandwidth())}
                y={y(high)}
                height={y(low) - y(high)}
                pointerEvents="none"
                {...shapeOf(id, (series[layer.key] as Series).look)}
              />
            );
          })}
          {totals && (
            <text x={percent(middle(at))} y={y(tops[at] ?? 0) - 4} textAnchor="middle" className="fill-ink">
              {format(tops[at] ?? 0)}
            </text>
          )}
        </ColumnLink>
      ))}
    </Plot>
  );
}

type ColumnLinkProps = { href: string | undefined; name: string; children: ReactNode };

/** A plain link: one of the browser's components cannot stand in a picture, which is handed over as data. */
function ColumnLink({ href, name, children }: ColumnLinkProps) {
  if (href === undefined) return <g>{children}</g>;
  return (
    <a href={href} aria-label={name}>
      {children}
    </a>
  );
}

function wordsOf({ values }: Column, series: readonly Series[], format: (value: number) => string): string {
  if (series.length === 1) return format(values[0] ?? 0);
  return series.map(({ label }, at) => `${label} ${format(values[at] ?? 0)}`).join(", ");
}
