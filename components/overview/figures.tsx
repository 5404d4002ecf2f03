"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { type DaySpending, isCapReached } from "@/lib/core/cost/spending-cap";
import { formatUsd } from "@/lib/core/describe/amounts";
import { useRendered } from "../shell/server-rendered";
import { Badge } from "../ui/badge";
import { Progress } from "../ui/progress";
import { overviewQuery, spendingQuery } from "./figure-queries";

/** Below so many runs a share says little, and only the counts are shown. */
const MIN_RUNS = 5;

/** What today costs, and how the runs of the last seven days came out; each figure leads to what it is made of. */
export function Figures() {
  const spending = useRendered(spendingQuery("overview"));
  const { from, to, runs, ended, completed, replanned } = useRendered(overviewQuery());
  const isDemo = runs === "demo";
  const insights = `/insights?from=${from}&to=${to}${isDemo ? "&runs=demo" : ""}`;
  return (
    <section aria-label="At a glance" className="grid gap-4 sm:grid-cols-3">
      <Spending spending={spending} />
      <Figure
        label="Completed, last 7 days"
        href={insights}
        value={shareOf(completed, ended)}
        note={countsOf(completed, ended)}
        isDemo={isDemo}
      />
      <Figure
        label="Replanned, last 7 days"
        href={insights}
        value={shareOf(replanned, ended)}
        note={countsOf(replanned, ended)}
        isDemo={isDemo}
      />
    </section>
  );
}

function Spending({ spending }: { spending: DaySpending }) {
  const { day, costMicroUsd, capMicroUsd, uncostedCalls } = spending;
  const spent = formatUsd(costMicroUsd / 1_000_000);
  const unknown =
    uncostedCalls === 0
      ? ""
      : ` plus ${uncostedCalls} ${uncostedCalls === 1 ? "call" : "calls"} of unknown cost`;
  const reached = isCapReached(spending);
  const cap = capMicroUsd === null ? undefined : formatUsd(capMicroUsd / 1_000_000);
  return (
    <Figure
      label="Spent today (UTC)"
      href={`/costs?from=${day}&to=${day}`}
      value={spent}
      note={cap === undefined ? `No daily cap${unknown && `,${unknown}`}` : `of ${cap}${unknown}`}
    >
      {capMicroUsd !== null && (
        <Progress
          label="Daily cap"
          value={costMicroUsd}
          max={capMicroUsd}
          valueText={`${spent} of ${cap}`}
          tone={reached ? "bad" : "run"}
        />
      )}
      {reached && (
        <p className="text-bad text-xs">
          Daily cap reached: new runs with priced models start again at 00:00 UTC.{" "}
          <Link href="/settings/spending" className="relative underline">
            Change the cap
          </Link>
        </p>
      )}
    </Figure>
  );
}

type FigureProps = {
  label: string;
  href: string;
  value: string;
  note: string;
  isDemo?: boolean;
  children?: ReactNode;
};

function Figure({ label, href, value, note, isDemo = false, children }: FigureProps) {
  return (
    <div className="relative grid content-start gap-1 rounded-xl border border-line bg-panel px-4 py-3 shadow-card hover:border-edge">
      <Link href={href} className="text-muted text-xs after:absolute after:inset-0 hover:underline">
        {label}
      </Link>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-xl">{value}</span>
        <span className="text-muted text-xs">{note}</span>
        {isDemo && <Badge>Demo runs</Badge>}
      </p>
      {children}
    </div>
  );
}

const shareOf = (part: number, whole: number): string => {
  if (whole === 0) return "–";
  return whole < MIN_RUNS ? `${part} of ${whole}` : `${Math.round((100 * part) / whole)} %`;
};

function countsOf(part: number, whole: number): string {
  if (whole === 0) return "No ended runs";
  return whole < MIN_RUNS ? "ended runs" : `${part} of ${whole} ended runs`;
}
