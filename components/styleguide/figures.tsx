"use client";

import { runsQuery } from "@/lib/client/query";
import { DrawnAt } from "@/lib/client/use-now";
import { Bars } from "../charts/bars";
import { ChartCard } from "../charts/chart-card";
import { Columns } from "../charts/columns";
import { Lines } from "../charts/lines";
import { SERIES_LOOKS } from "../charts/look";
import { Ranges } from "../charts/ranges";
import { RunTable } from "../run-list/run-table";
import { filterOf, viewOf } from "../run-list/runs-view";
import { pageOfRuns, RUNS_SEEN_AT } from "./lists/page-of-runs";
import { Fetched, LONG_TEXT, PageWide, type Scheme, Specimen } from "./specimen";

const SERIES = SERIES_LOOKS.map((look, at) => ({ label: `Series ${at + 1}`, look }));
const DAYS = ["5 Oct", "12 Oct", "19 Oct"];

/** Runs in rows, and what is counted of them. */
export function Figures() {
  return (
    <>
      <Specimen
        name="RunTable"
        states="each status of a run, with tags and another owner, long text; older ones, none, none that fit"
      >
        {(scheme) => (
          <>
            <Fetched
              queries={[
                {
                  queryKey: runsQuery(filterOf(ALL)).queryKey,
                  data: { ...pageOfRuns(scheme), nextCursor: "older" },
                },
              ]}
            >
              <DrawnAt value={RUNS_SEEN_AT}>
                <PageWide>
                  <RunTable view={ALL} viewerId="anna" />
                </PageWide>
              </DrawnAt>
            </Fetched>
            <Fetched queries={[{ queryKey: runsQuery(filterOf(OLDER)).queryKey, data: olderRuns(scheme) }]}>
              {/* As a page has it before it runs in the browser. */}
              <PageWide>
                <RunTable view={OLDER} viewerId="anna" />
              </PageWide>
            </Fetched>
            {[ALL, viewOf({ show: "failed" }), viewOf({ show: "needs-me" })].map((view) => (
              <Fetched
                key={JSON.stringify(view)}
                queries={[
                  { queryKey: runsQuery(filterOf(view)).queryKey, data: { items: [], nextCursor: null } },
                ]}
              >
                <RunTable view={view} viewerId="anna" />
              </Fetched>
            ))}
          </>
        )}
      </Specimen>
      <Specimen name="ChartCard" states="several series with figures, table and file; empty">
        {(scheme) => (
          <>
            <ChartCard
              title={`Decisions, ${scheme}`}
              n="24 decisions"
              formula="Decisions of each kind."
              figures={[
                { value: "54.2 %", label: "continued" },
                { value: "3.1", label: "tasks between reviews" },
              ]}
              open={{ label: "Open runs", href: "/runs" }}
              csvHref="/api/v1/insights/csv"
              table={{
                columns: ["Decision", "Count"],
                rows: [
                  { cells: ["CONTINUE", "13"], href: "/runs" },
                  { cells: [LONG_TEXT, "11"], href: undefined },
                ],
              }}
            >
              <Bars
                alt={`Decisions by kind, ${scheme}`}
                series={SERIES_LOOKS.map((look, at) => ({ label: `Series ${at + 1}`, look }))}
                bars={[
                  { label: "CONTINUE", values: [6, 4, 2, 1], text: "13" },
                  { label: LONG_TEXT, values: [3, 2, 3, 3], text: "11", detail: "11 of 24" },
                ]}
              />
            </ChartCard>
            <ChartCard
              title={`Agreement, ${scheme}`}
              n="3 decisions"
              formula="Decisions that people kept."
              empty="Shown from 5 decisions on."
            />
          </>
        )}
      </Specimen>
      <Specimen name="Columns" states="stacked and linked, one series of many, empty">
        {(scheme) => (
          <>
            <Columns
              totals
              alt={`Decisions by week, ${scheme}`}
              series={SERIES}
              columns={DAYS.map((label, at) => ({
                label,
                values: [at, 2, 1, at],
                href: `/styleguide?at=${at}`,
              }))}
            />
            <Columns
              touching
              alt={`Runs by day, ${scheme}`}
              series={SERIES.slice(0, 1)}
              columns={Array.from({ length: 30 }, (_, at) => ({ label: `${at + 1}`, values: [at % 7] }))}
            />
            <Columns alt={`Nothing yet, ${scheme}`} series={SERIES} columns={[]} />
          </>
        )}
      </Specimen>
      <Specimen name="Lines" states="several with a gap, one with a band">
        {(scheme) => (
          <>
            <Lines
              alt={`Costs by week, ${scheme}`}
              moments={DAYS}
              series={SERIES.map((one, at) => ({ ...one, values: [at, at === 1 ? null : at + 1, at + 2] }))}
            />
            <Lines
              filled
              alt={`Forecast, ${scheme}`}
              moments={DAYS}
              series={SERIES.slice(0, 1).map((one) => ({
                ...{ ...one, values: [1, 2, 3] },
                band: [null, [1, 3] as const, [1, 5] as const],
              }))}
            />
          </>
        )}
      </Specimen>
      <Specimen name="Ranges" states="with a mark, long text">
        {(scheme) => (
          <Ranges
            alt={`Errors of forecasts, ${scheme}`}
            format={(value) => `${value} %`}
            mark={0}
            ranges={[
              { label: "Costs", low: -20, middle: 5, high: 40, text: "5 %", detail: "24 runs" },
              { label: LONG_TEXT, low: -10, middle: 0, high: 10, text: "0 %" },
            ]}
          />
        )}
      </Specimen>
    </>
  );
}

const ALL = viewOf({});
const OLDER = viewOf({ cursor: "older" });

const olderRuns = (scheme: Scheme) => ({
  items: pageOfRuns(scheme)
    .items.slice(0, 2)
    .map((run) => ({ ...run, id: `older-${run.id}` })),
  nextCursor: "oldest",
});
