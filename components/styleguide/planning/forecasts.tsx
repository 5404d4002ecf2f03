"use client";

import { useMemo } from "react";
import { forecastQuery } from "@/lib/client/late-reads";
import type { Forecast, PlanForecast } from "@/lib/core/forecast/types";
import type { RunForecast, RunOutcome } from "@/lib/core/forecast/views";
import type { RunState } from "@/lib/core/run/state";
import { estimate, forecast } from "@/lib/testing/reports/forecast";
import { planOf } from "@/lib/testing/runs/run-world";
import { DraftForecast } from "../../forecast/draft-forecast";
import { ForecastFacts } from "../../forecast/forecast-facts";
import { ProposedForecast } from "../../forecast/proposed-forecast";
import { RunForecastSection, ToFinish } from "../../forecast/run-forecast";
import { VersionForecasts } from "../../forecast/version-forecasts";
import { Fetched, Panel, type Scheme, Specimen, State } from "../specimen";
import { endedRun, runUnderWay } from "./runs";

/** What is expected of a plan, and what came. */
export function Forecasts() {
  return (
    <>
      <Specimen name="ForecastFacts" states="known in part, known, by simulated runs, unknown">
        {() =>
          FORECASTS.map(([name, one]) => (
            <State key={name} name={name}>
              <ForecastFacts forecast={one} />
            </State>
          ))
        }
      </Specimen>
      <Specimen name="ProposedForecast" states="both known, the new plan is written later, neither known">
        {() => (
          <>
            <State name="both known">
              <ProposedForecast forecast={{ proposed: forecast, instead: KNOWN }} isWritten />
            </State>
            <State name="written later">
              <ProposedForecast forecast={{ proposed: null, instead: KNOWN }} isWritten={false} />
            </State>
            <State name="neither known">
              <ProposedForecast
                forecast={{ proposed: null, instead: { version: 2, forecast: null } }}
                isWritten
              />
            </State>
          </>
        )}
      </Specimen>
      <Specimen
        name="RunForecastSection"
        states="before the plan, under way, ended, ended with a part that is unknown, or with nothing to compare"
      >
        {(scheme) => <OfRuns scheme={scheme} />}
      </Specimen>
      <Specimen name="VersionForecasts" states="both known, unknown for both">
        {(scheme) => (
          <>
            {[forecast, UNKNOWN].map((whole, at) => {
              const runId = `run_forecasts-${at}-${scheme}`;
              const answers = [1, 2].map((version) => ({
                queryKey: forecastQuery({ runId, version, over: false }).queryKey,
                data: answerOf({ version, forecast: { ...PLAN_FORECAST, whole } }),
              }));
              return (
                <Fetched key={runId} queries={answers}>
                  <VersionForecasts runId={runId} from={1} to={2} />
                </Fetched>
              );
            })}
          </>
        )}
      </Specimen>
      <Specimen name="DraftForecast" states="before it is asked for, under way, made, not made">
        {() => (
          <Fetched
            queries={[{ queryKey: draftKey("made"), data: forecast }]}
            waiting={[draftKey("waiting")]}
            failed={[draftKey("failed")]}
          >
            {["before", "waiting", "made", "failed"].map((id) => (
              <State key={id} name={id}>
                <DraftForecast plan={planOf({ id })} />
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
    </>
  );
}

const draftKey = (id: string) => ["draft-forecast", JSON.stringify(planOf({ id }))];

const UNKNOWN: Forecast = {
  ...{ money: estimate(0, { unknown: 8 }), time: estimate(0, { unknown: 8 }) },
  ...{ writes: estimate(0, { unknown: 8 }), toolMicroUsd: 0, demo: false, runs: 0 },
};

const FORECASTS: readonly [name: string, forecast: Forecast][] = [
  ["known in part", forecast],
  ["known", { ...forecast, money: estimate(40_000), toolMicroUsd: 0 }],
  ["by simulated runs", { ...forecast, demo: true }],
  ["unknown", UNKNOWN],
];

const KNOWN = { version: 2, forecast: { ...forecast, money: estimate(30_000) } };

const PLAN_FORECAST: PlanForecast = {
  ...{ demo: false, runs: 12, tasks: { b: 0, ask: 0, c: 0 }, roles: [] },
  estimates: [
    {
      ...{ n: 24, toolMicroUsd: 0, writes: { low: 0, expected: 1, high: 2 } },
      microUsd: { low: 10_000, expected: 20_000, high: 40_000 },
      ms: { low: 30_000, expected: 60_000, high: 120_000 },
    },
  ],
};

const answerOf = (part: Partial<RunForecast>): RunForecast => ({
  ...{ version: 1, forecast: { ...PLAN_FORECAST, whole: forecast }, rest: null, outcome: null },
  ...part,
});

const compared = (expected: number, actual: number) => ({
  ...{ expected, actual, low: expected / 2, high: expected * 2 },
  error: (actual - expected) / expected,
});

const OUTCOME: RunOutcome = {
  ...{ runId: "run_1", mission: "Do it", status: "completed", tags: [], finishedAt: 0 },
  ...{ moneyUsd: compared(0.04, 0.05), timeMs: compared(120_000, 90_000), writes: compared(2, 2) },
};

function OfRuns({ scheme }: { scheme: Scheme }) {
  const runs = useMemo(() => ({ live: runUnderWay().state, ended: endedRun().state }), []);
  const section = (name: string, state: RunState, version: number, part: Partial<RunForecast>) => {
    const runId = `run_forecast-${name.replaceAll(" ", "_")}-${scheme}`;
    const over = state.phase === "ended";
    const { queryKey } = forecastQuery({ runId, version, over });
    const named = { ...state, runId };
    return (
      <State name={name}>
        <Fetched queries={[{ queryKey, data: answerOf(part) }]}>
          <Panel>
            <RunForecastSection state={named} />
          </Panel>
          {!over && (
            <p>
              <ToFinish state={named} />
            </p>
          )}
        </Fetched>
      </State>
    );
  };
  return (
    <>
      <State name="not known yet">
        <Fetched queries={[]}>
          <p>
            <ToFinish state={{ ...runs.live, runId: `run_forecast-later-${scheme}` }} />
          </p>
        </Fetched>
      </State>
      <State name="before the plan">
        <Panel>
          <RunForecastSection
            state={{ ...runs.live, planVersion: 0, runId: `run_forecast-none-${scheme}` }}
          />
        </Panel>
      </State>
      {section("under way", runs.live, runs.live.planVersion, {})}
      {section("ended", runs.ended, 1, { outcome: OUTCOME })}
      {section("ended, a part unknown", runs.ended, 1, { outcome: { ...OUTCOME, moneyUsd: null } })}
      {section("ended, nothing to compare", runs.ended, 1, {})}
    </>
  );
}
