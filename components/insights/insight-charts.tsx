import { routeAddress } from "@/lib/client/call";
import { formatDay, formatDuration } from "@/lib/core/describe/amounts";
import {
  formatFigure,
  formatRate,
  type InsightChart,
  type InsightTable,
  insightTables,
} from "@/lib/core/describe/learning/insights";
import type { InsightsReport } from "@/lib/core/insights/report";
import { DECISIONS } from "@/lib/core/plan/words";
import { Bars } from "../charts/bars";
import { ChartCard } from "../charts/chart-card";
import { Columns } from "../charts/columns";
import { Lines } from "../charts/lines";
import { type Look, SERIES_LOOKS, type Series } from "../charts/look";
import { Ranges } from "../charts/ranges";
import { drillsHref, type InsightsView, runsHref } from "./address";
import { type CardOf, emptyWhen, type Parts } from "./card-of";
import { drillsCard } from "./drills-card";

type Props = { report: InsightsReport; view: InsightsView };

const BLUE: Look = { tone: "run", fill: "solid" };
const ORANGE: Look = { tone: "retry", fill: "solid" };
const WAITING: Look = { tone: "person", fill: "hatched" };

const DECISION_SERIES: Series[] = DECISIONS.map((label, at) => ({ label, look: SERIES_LOOKS[at] ?? BLUE }));
const ENDING_SERIES: Series[] = [
  { label: "completed", look: { tone: "ok", fill: "solid" } },
  { label: "failed", look: { tone: "bad", fill: "hatched" } },
  { label: "aborted", look: { tone: "plain", fill: "solid" } },
  { label: "cancelled", look: { tone: "plain", fill: "dotted" } },
];
const CHECK_SERIES: Series[] = [
  { label: "caught, then fixed", look: { tone: "bad", fill: "hatched" } },
  { label: "caught, not fixed by the next attempt", look: { tone: "bad", fill: "dotted" } },
];

/** Bars of one chart; more of them stand in its table. */
const MAX_BARS = 6;
const MAX_LESSONS = 3;

/** What many runs say, a card for each question. */
export function InsightCharts({ report, view }: Props) {
  const tables = insightTables(report);
  const hrefOf = ({ behind }: InsightTable["rows"][number]) =>
    behind?.drills ? drillsHref(report.scope, behind.drills) : behind && runsHref(report.scope, behind);
  const card = (chart: InsightChart, { figures, empty, className, children }: CardOf) => {
    const { title, n, of, formula, columns, rows } = tables[chart];
    return (
      <ChartCard
        title={title}
        n={`${formatFigure(n, "count")} ${n === 1 ? of[0] : of[1]}`}
        formula={formula}
        {...(figures && { figures })}
        {...(empty !== undefined && { empty })}
        {...(className !== undefined && { className })}
        open={
          chart === "drills"
            ? { label: "Open drills", href: drillsHref(report.scope) }
            : { label: "Open runs", href: runsHref(report.scope, OPENED[chart]) }
        }
        csvHref={routeAddress("GET /api/v1/insights/csv", { ...view, chart })}
        table={{
          columns: columns.map(({ name }) => name),
          rows: rows.map((row) => ({
            cells: [
              row.name,
              ...row.values.map((value, at) => formatFigure(value, columns[at + 1]?.kind ?? "count")),
            ],
            href: hrefOf(row),
          })),
        }}
      >
        {children}
      </ChartCard>
    );
  };
  const parts = { report, tables, hrefOf };
  return (
    <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {card("decisions", decisionsCard(parts))}
      {card("agreement", agreementCard(parts))}
      {card("waits", waitsCard(parts))}
      {card("replans", replansCard(parts))}
      {card("success", successCard(parts))}
      {card("forecasts", forecastsCard(parts))}
      {card("retries", retriesCard(parts))}
      {card("checks", checksCard(parts))}
      {card("lessons", lessonsCard(parts))}
      {card("drills", drillsCard(parts))}
    </div>
  );
}

/** The runs that all of a chart is about. */
const OPENED = {
  decisions: { facet: { kind: "decision", value: "any" } },
  agreement: { facet: { kind: "agreement", value: "people" } },
  waits: { facet: { kind: "wait", value: "any" } },
  replans: { facet: { kind: "replans", value: "any" } },
  success: { facet: { kind: "replans", value: "any" } },
  retries: { facet: { kind: "retry", value: "any" } },
  checks: { facet: { kind: "caught", value: "any" } },
  lessons: {},
  forecasts: { facet: { kind: "forecast", value: "any" } },
} as const;

const percent = (share: number | null): string => formatFigure(share, "rate");

function decisionsCard({ report: { decisions }, tables, hrefOf }: Parts): CardOf {
  const { n, byDecision, tasksBetween, stepsBetween } = decisions;
  const figures =
    n === 0
      ? []
      : [
          { value: percent(n < 5 ? null : byDecision.CONTINUE / n), label: "continued" },
          { value: formatFigure(tasksBetween, "number"), label: "tasks between reviews" },
          { value: formatFigure(stepsBetween, "number"), label: "steps between reviews" },
        ];
  return {
    figures,
    ...emptyWhen(n === 0, "No review was decided in these runs."),
    children: (
      <Columns
        alt={`Review decisions: ${DECISIONS.map((one) => `${byDecision[one]} ${one}`).join(", ")}`}
        series={DECISION_SERIES}
        columns={tables.decisions.rows.map((row) => ({
          label: formatDay(row.name),
          values: row.values.map((value) => value ?? 0),
          href: hrefOf(row),
        }))}
      />
    ),
  };
}

function agreementCard({ report: { agreement, scope }, tables }: Parts): CardOf {
  const { counts, rate, groups } = agreement;
  const rates = groups.map((group) => group.rate);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const kinds = [
    { label: "By people", values: [counts.agreed, counts.overruled, 0, 0], facet: "people" },
    { label: "Applied on timeout", values: [0, 0, counts.by_time, 0], facet: "by_time" },
    { label: "Applied at once", values: [0, 0, counts.at_once, 0], facet: "at_once" },
    { label: "Otherwise", values: [0, 0, 0, counts.other], facet: "other" },
  ];
  return {
    figures:
      rate === null
        ? []
        : [
            { value: formatRate(rate), label: "agreed with the proposal" },
            { value: formatRate(1 - rate), label: "overruled it" },
          ],
    ...emptyWhen(all === 0, "No review was decided in these runs."),
    children: (
      <div className="grid gap-3">
        {rates.filter((one) => one !== null).length > 1 && (
          <Lines
            alt="Agreement of people with the reviewer, over time"
            moments={tables.agreement.rows.map(({ name }) => formatDay(name))}
            domain={[0, 1]}
            format={(share) => `${Math.round(share * 100)} %`}
            series={[{ label: "agreed", look: BLUE, values: rates }]}
          />
        )}
        <Bars
          alt="Who decided about proposals"
          max={all}
          series={["agreed", "overruled", "nobody, as proposed", "otherwise"].map((label, at) => ({
            label,
            look: SERIES_LOOKS[at] ?? BLUE,
          }))}
          bars={kinds
            .filter(({ values }) => values.some((value) => value > 0))
            .map(({ label, values, facet }) => ({
              label,
              values,
              text: formatFigure(
                values.reduce((sum, value) => sum + value, 0),
                "count",
              ),
              href: runsHref(scope, { facet: { kind: "agreement", value: facet } }),
            }))}
        />
      </div>
    ),
  };
}

function waitsCard({ report: { waits }, tables, hrefOf }: Parts): CardOf {
  const { gates, medianMs, p90Ms } = waits;
  return {
    figures:
      medianMs === null || p90Ms === null || gates < 5
        ? []
        : [
            { value: formatDuration(medianMs), label: "median" },
            { value: formatDuration(p90Ms), label: "P90" },
          ],
    ...emptyWhen(gates === 0, "No person answered a gate of these runs."),
    children: (
      <Columns
        alt={`Gates by how long they waited for a person: ${tables.waits.rows.map(({ name, values }) => `${name} ${values[0]}`).join(", ")}`}
        series={[{ label: "gates", look: WAITING }]}
        touching
        totals
        columns={tables.waits.rows.map((row) => ({
          label: row.name,
          values: [row.values[0] ?? 0],
          href: hrefOf(row),
        }))}
      />
    ),
  };
}

/** Bars of shares; a group of fewer than five is named without one. */
function shareBars(
  rows: InsightTable["rows"],
  hrefOf: Parts["hrefOf"],
  { of, part }: { of: number; part: number },
) {
  return rows.slice(0, MAX_BARS).map((row) => {
    const share = row.values.at(-1) ?? null;
    return {
      label: row.name,
      values: [share ?? 0],
      text: percent(share),
      detail: `${formatFigure(row.values[part] ?? 0, "count")} of ${formatFigure(row.values[of] ?? 0, "count")}`,
      href: hrefOf(row),
    };
  });
}

function replansCard({ report: { replansByTag, runs }, tables, hrefOf }: Parts): CardOf {
  const { rate, replanned } = replansByTag;
  return {
    figures:
      rate === null ? [] : [{ value: formatRate(rate), label: `replanned at least once (${replanned})` }],
    ...emptyWhen(
      tables.replans.rows.length === 0,
      runs.ended === 0 ? "No run ended in these days." : "These runs have no tags.",
    ),
    children: (
      <Bars
        alt="Share of runs with a replan, by tag"
        max={1}
        series={[{ label: "replanned", look: BLUE }]}
        bars={shareBars(tables.replans.rows, hrefOf, { of: 0, part: 1 })}
      />
    ),
  };
}

function successCard({ report: { success, runs }, tables, hrefOf }: Parts): CardOf {
  const figures = [
    { value: success.after, label: "completed after a replan" },
    { value: success.without, label: "completed without one" },
  ];
  return {
    figures: figures.flatMap(({ value, label }) =>
      value === null ? [] : [{ value: formatRate(value), label }],
    ),
    ...emptyWhen(runs.ended === 0, "No run ended in these days."),
    children: (
      <Bars
        alt="How runs ended, by how often they were replanned"
        max={1}
        series={ENDING_SERIES}
        bars={tables.success.rows
          .filter(({ values }) => (values[0] ?? 0) > 0)
          .map((row) => {
            const [ended = 0, ...endings] = row.values.map((value) => value ?? 0);
            return {
              label: row.name,
              values: endings.map((value) => (ended < 5 ? 0 : value / ended)),
              text: percent(ended < 5 ? null : (endings[0] ?? 0) / ended),
              detail: `${formatFigure(endings[0] ?? 0, "count")} of ${formatFigure(ended, "count")}`,
              href: hrefOf(row),
            };
          })}
      />
    ),
  };
}

function forecastsCard({ report: { forecasts }, tables, hrefOf }: Parts): CardOf {
  const known = tables.forecasts.rows.flatMap((row) => {
    const [n, low, middle, high, within] = row.values;
    if (n == null || low == null || middle == null || high == null || within == null) return [];
    const detail = `n = ${formatFigure(n, "count")} · in range`;
    return [{ label: row.name, low, middle, high, text: formatRate(within), detail, href: hrefOf(row) }];
  });
  const few =
    forecasts.runs === 0 ? "No run of these days had a forecast." : "Shown once 5 outcomes are known.";
  return {
    figures: known
      .filter(({ label }) => label !== "Writes")
      .map(({ label, middle }) => ({
        value: formatRate(middle),
        label: `median error of ${label.toLowerCase()}`,
      })),
    ...emptyWhen(known.length === 0, few),
    children: (
      <Ranges
        alt="Errors of forecasts, from the 10th to the 90th percentile, around what was expected"
        mark={0}
        format={(share) => signed(Math.round(share * 100))}
        ranges={known}
      />
    ),
  };
}

function retriesCard({ report: { retries }, tables, hrefOf }: Parts): CardOf {
  return {
    figures:
      retries.rate === null ? [] : [{ value: formatRate(retries.rate), label: "passed on the next attempt" }],
    ...emptyWhen(retries.n === 0, "No attempt was retried in these runs."),
    children: (
      <Bars
        alt="Share of retries that succeeded, by what had failed"
        max={1}
        series={[{ label: "fixed", look: ORANGE }]}
        bars={shareBars(tables.retries.rows, hrefOf, { of: 0, part: 1 })}
      />
    ),
  };
}

function checksCard({ report: { checks }, tables, hrefOf }: Parts): CardOf {
  return {
    figures: [
      { value: formatFigure(checks.caught, "count"), label: "caught something" },
      { value: formatFigure(checks.fixed, "count"), label: "fixed by the next attempt" },
    ],
    ...emptyWhen(checks.checked === 0, "No result was checked in these runs."),
    children: (
      <Bars
        alt="Results that checks rejected, by kind of check"
        series={CHECK_SERIES}
        bars={tables.checks.rows.map((row) => {
          const [made = 0, caught = 0, fixed = 0] = row.values.map((value) => value ?? 0);
          return {
            label: row.name,
            values: [fixed, caught - fixed],
            text: formatFigure(caught, "count"),
            detail: `of ${formatFigure(made, "count")} checks`,
            href: caught === 0 ? undefined : hrefOf(row),
          };
        })}
      />
    ),
  };
}

function lessonsCard({ report: { lessons }, tables, hrefOf }: Parts): CardOf {
  const few = lessons.tooFew === 0 ? "" : ` ${lessons.tooFew} with fewer than 5 runs.`;
  return {
    ...emptyWhen(lessons.shown.length === 0, `No lesson has 5 runs with it and 5 without.${few}`),
    children: (
      <Ranges
        alt="Share of completed runs with and without a lesson, with 95 % intervals"
        format={(share) => `${Math.round(share * 100)} %`}
        ranges={lessons.shown.slice(0, MAX_LESSONS).flatMap(({ text, with: used, without }, at) => {
          const row = tables.lessons.rows[at];
          return [
            { label: `With “${text}”`, group: used, href: row && hrefOf(row) },
            { label: `Without “${text.slice(0, 40)}…”`, group: without, href: undefined },
          ].map(({ label, group, href }) => ({
            label,
            low: group.interval[0],
            middle: group.completedRate,
            high: group.interval[1],
            text: formatRate(group.completedRate),
            detail: `n = ${group.runs}`,
            href,
          }));
        })}
      />
    ),
  };
}

const signed = (percent: number): string =>
  `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)} %`;
