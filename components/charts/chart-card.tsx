import Link from "next/link";
import type { ReactNode } from "react";
import { type ChartTable, TableDisclosure } from "./table";

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
