"use client";

import { runsQuery } from "@/lib/client/query";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import { RUN_STATUSES, STATUS_OF_FINISH } from "@/lib/core/run/status";
import type { RunListItem } from "@/lib/core/views";
import { Bars } from "../charts/bars";
import { ChartCard } from "../charts/chart-card";
import { Columns } from "../charts/columns";
import { Lines } from "../charts/lines";
import { SERIES_LOOKS } from "../charts/look";
import { Ranges } from "../charts/ranges";
import { RunTable } from "../run-list/run-table";
import { filterOf, viewOf } from "../run-list/runs-view";
import { Fetched, LONG_TEXT, Specimen } from "./specimen";

const SERIES = SERIES_LOOKS.map((look, at) => ({ label: `Series ${at + 1}`, look }));
const DAYS = ["5 Oct", "12 Oct", "19 Oct"];

/** Runs in rows, and what is counted of them. */
export function Figures() {
  return (
    <>
      <Specimen name="RunTable" states="each status of a run, with tags and another owner, long text">
        {(scheme) => (
          <Fetched queries={[{ queryKey: runsQuery(filterOf(ALL)).queryKey, data: pageOfRuns(scheme) }]}>
            <div>
              <RunTable view={ALL} viewerId="anna" />
            </div>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ChartCard" states="several series, empty">
        {(scheme) => (
          <>
            <ChartCard title={`Decisions, ${scheme}`} n="24 decisions" formula="Decisions of each kind.">
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

/** A run in each status; those that have ended for each reason. */
function pageOfRuns(scheme: string): { items: RunListItem[]; nextCursor: null } {
  const reasons = Object.entries(STATUS_OF_FINISH) as [
    keyof typeof STATUS_OF_FINISH,
    RunListItem["status"],
  ][];
  const run = (status: RunListItem["status"], more: Partial<RunListItem> = {}): RunListItem => ({
    ...{
      id: `run_${status}-${scheme}`,
      seq: 1,
      title: `A run that is ${status}`,
      status,
      finishReason: null,
    },
    ...{ tags: [], owner: { id: "anna", name: "Anna" }, planVersion: 1, replans: 0, iterations: 0 },
    ...{ tasks: { ...NO_TASKS, total: 7, done: 4, open: 2, failed: 1 }, openApprovals: 0, tokens: 12_400 },
    ...{ cost: { usd: 0.0312, knownUsd: 0.0312, unknownCalls: 0, modelCalls: 7 } },
    ...{ createdAt: Date.UTC(2026, 0, 1), finishedAt: Date.UTC(2026, 0, 1, 0, 5) },
    ...more,
  });
  const live = RUN_STATUSES.filter((status) => !reasons.some(([, ended]) => ended === status));
  return {
    items: [
      ...live.map((status) => run(status, { finishedAt: null, openApprovals: status === "waiting" ? 2 : 0 })),
      ...reasons.map(([finishReason, status]) =>
        run(status, {
          id: `run_${finishReason}-${scheme}`,
          finishReason,
          title: `A run that ended: ${finishReason}`,
        }),
      ),
      run("completed", {
        ...{ id: `run_long-${scheme}`, title: LONG_TEXT, tags: ["release", "spring"], replans: 3 },
        ...{
          owner: { id: "ben", name: "Ben" },
          cost: { usd: null, knownUsd: 0, unknownCalls: 1, modelCalls: 1 },
        },
      }),
    ],
    nextCursor: null,
  };
}
