import Link from "next/link";
import type { ReactNode } from "react";
import { RowName } from "./row-name";

type ChartCardProps = {
  title: string;
  /** How many of what the chart is over, as "841 decisions". */
  n: string;
  /** How its figures are computed, in a sentence. */
  formula: string;
  /** The figures to read first. */
  figures?: readonly { value: string; label: string }[];
  /** What stands behind all of the chart, as "Open runs". */
  open?: { label: string; href: string };
  csvHref?: string;
  table?: ChartTable;
  /** The chart; without one, `empty` says why there is none. */
  children?: ReactNode;
  empty?: string;
  className?: string;
};

/** The frame of a chart: what it shows, over how many, by which formula, and the ways to its figures and its runs. */
export function ChartCard(props: ChartCardProps) {
  const { title, n, formula, figures = [], open, csvHref, table, children, empty, className = "" } = props;
  return (
    <section
      aria-label={title}
      className={`flex min-w-0 flex-col rounded-xl border border-line bg-panel shadow-card ${className}`}
    >
      {/* Where it is narrow each has a line of its own: whether two fit would hang on the typeface, which may be late. */}
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-3.5 pt-2.5 max-xl:grid">
        <h2 className="font-semibold">{title}</h2>
        <span className="text-muted text-xs">n = {n}</span>
      </div>
      <div className="grid flex-1 content-start gap-2 px-3.5 py-2">
        {figures.length > 0 && (
          <dl className="flex flex-wrap gap-x-5 gap-y-1 max-xl:grid">
            {figures.map(({ value, label }) => (
              <div key={label} className="flex items-baseline gap-1.5">
                <dt className="order-2 text-muted text-xs">{label}</dt>
                <dd className="font-semibold text-lg tracking-tight">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {empty === undefined ? children : <p className="py-4 text-muted">{empty}</p>}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-line border-t px-3.5 py-1.5 text-[0.6875rem] text-muted">
        <p>{formula}</p>
        <div className="flex flex-wrap gap-x-3 text-ink">
          {open && (
            <Link prefetch={false} href={open.href} className={FOOT_LINK}>
              {open.label}
              <span className="sr-only"> of {title}</span>
            </Link>
          )}
          {table && table.rows.length > 0 && <TableDisclosure title={title} table={table} />}
          {csvHref !== undefined && (
            <a href={csvHref} download className={FOOT_LINK}>
              CSV<span className="sr-only"> of {title}</span>
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

const FOOT_LINK = "inline-flex min-h-6 min-w-6 items-center underline decoration-edge underline-offset-2";

/** The figures of a chart as rows; the first cell of each names it and leads to what is behind it. */
type ChartTable = {
  columns: readonly string[];
  rows: readonly { cells: readonly string[]; href?: string | undefined }[];
};

/** The figures of a chart behind a disclosure. */
function TableDisclosure({ title, table }: { title: string; table: ChartTable }) {
  const { columns, rows } = table;
  return (
    <details className="group min-w-0 [&[open]]:w-full">
      <summary className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-2">
        Table<span className="sr-only"> of {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section aria-label={`Table of ${title}`} tabIndex={0} className="mt-1 max-h-72 overflow-auto">
        <table className="w-full border-collapse text-xs">
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column} scope="col" className={`py-1 pr-3 font-medium ${alignOf(at)}`}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells: [name, ...values], href }) => (
              <tr key={name} className="border-line border-t">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  <RowName
                    name={name ?? ""}
                    href={href}
                    className="underline decoration-edge underline-offset-2"
                  />
                </th>
                {values.map((value, at) => (
                  <td key={columns[at + 1]} className="whitespace-nowrap py-1 pr-3 text-right text-ink">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const alignOf = (at: number): string => (at === 0 ? "text-left" : "text-right");
