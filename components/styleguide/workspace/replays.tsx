"use client";

import { toPageText } from "@/lib/client/page-text";
import { modelsQuery, runQuery, runsQuery } from "@/lib/client/query";
import { RUNS_AT_FIRST } from "../../replays/address";
import { Differences } from "../../replays/differences";
import { ModelReplayDialog } from "../../replays/model-replay-dialog";
import { ModelReport } from "../../replays/model-report";
import { VariantTable } from "../../replays/model-table";
import { ChosenList, NewModelReplay } from "../../replays/new-model-replay";
import { ModelReplayButton, ReplayButton } from "../../replays/replay-button";
import { ReplayCanvas } from "../../replays/replay-canvas";
import { ReplayDialog } from "../../replays/replay-dialog";
import { NO_SETTINGS, ReplayFields } from "../../replays/replay-fields";
import { ReplayScreen } from "../../replays/replay-screen";
import { ReplayedSteps } from "../../replays/replayed-steps";
import { ReplayProgress, ReplaysScreen } from "../../replays/replays-screen";
import { VariantFields } from "../../replays/variant-fields";
import { Card } from "../../ui/card";
import { pageOfRuns } from "../lists/page-of-runs";
import { ActStates, Fetched, InPlace, nothing, Row, Specimen, State } from "../specimen";
import {
  BEGUN,
  CHOSEN,
  DETAIL,
  detailsOf,
  liveRun,
  MISMATCHES,
  MODELS,
  modelReport,
  modelReportsOf,
  NO_REPLAYS,
  ofOneTrajectory,
  pageOfReplays,
  REPORT,
  replayView,
  SOURCE,
  STEPS,
  VARIANTS,
  withoutCritic,
} from "./replay-stories";

/** Recorded attempts, made again or put to other models. */
export function Replays() {
  return (
    <>
      <Specimen
        name="ReplaysScreen"
        states="each status, each kind, long text; none yet, none that fit the filter"
      >
        {(scheme) => (
          <>
            <Fetched queries={[]}>
              <State name="some">
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  <ReplaysScreen
                    view={{ group: undefined, cursor: undefined }}
                    page={pageOfReplays(scheme)}
                  />
                </div>
              </State>
            </Fetched>
            <Fetched queries={[]}>
              <State name="none yet">
                <ReplaysScreen view={{ group: undefined, cursor: undefined }} page={NO_REPLAYS} />
              </State>
              <State name="none that fit">
                <ReplaysScreen view={{ group: "failed", cursor: undefined }} page={NO_REPLAYS} />
              </State>
            </Fetched>
          </>
        )}
      </Specimen>
      <Specimen name="ReplayProgress" states="queued, running, being cancelled, ended (draws nothing)">
        {() =>
          [
            { status: "queued" as const },
            { status: "running" as const, doneSteps: 2 },
            { status: "running" as const, doneSteps: 2, cancelledAt: 1 },
            { status: "matched" as const },
          ].map((part) => <ReplayProgress key={JSON.stringify(part)} replay={replayView(part)} />)
        }
      </Specimen>
      <Specimen name="ReplayScreen" states="at work, differs, failed, of models">
        {(scheme) => (
          <Fetched queries={[]}>
            {detailsOf(scheme).map(([name, given]) => (
              <State key={name} name={name}>
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  <ReplayScreen given={toPageText(given)} />
                </div>
              </State>
            ))}
            <ActStates>
              {(state) => (
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  <ReplayScreen given={toPageText({ ...DETAIL, ...BEGUN, id: `rep_${state}-${scheme}` })} />
                </div>
              )}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="Differences" states="one, many and cut, long values, none (draws nothing)">
        {() => (
          <>
            <Differences report={{ ...REPORT, mismatches: MISMATCHES.slice(0, 1) }} />
            <Differences report={{ ...REPORT, mismatches: MISMATCHES, truncated: true }} />
            <Differences report={{ ...REPORT, mismatches: [] }} />
          </>
        )}
      </Specimen>
      <Specimen name="ReplayedSteps" states="each outcome of a call, each reason for the recording">
        {() => <ReplayedSteps replay={{ ...DETAIL, steps: STEPS }} />}
      </Specimen>
      <Specimen name="ReplayCanvas" states="painted, loading, of a run that is gone">
        {(scheme) => (
          <Fetched
            queries={[{ queryKey: runQuery(`run_replay-${scheme}`).queryKey, data: liveRun(scheme) }]}
            failed={[runQuery("failed").queryKey]}
          >
            {[`run_replay-${scheme}`, "loading", "failed"].map((runId) => (
              <ReplayCanvas key={runId} replay={DETAIL} source={{ ...SOURCE, runId }} />
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ModelReport" states="several trajectories with a critic, one alone, nothing asked">
        {(scheme) =>
          modelReportsOf(scheme).map(([name, replay]) => (
            <State key={name} name={name}>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <ModelReport replay={replay} />
              </div>
            </State>
          ))
        }
      </Specimen>
      <Specimen name="VariantTable" states="with a critic, without">
        {(scheme) => (
          <>
            <VariantTable report={modelReport(scheme, 1)} />
            <VariantTable report={withoutCritic(modelReport(scheme, 1))} />
            <VariantTable report={ofOneTrajectory(modelReport(scheme, 2))} />
          </>
        )}
      </Specimen>
      <Specimen name="VariantFields" states="as it opens, several, refused; with and without a cost limit">
        {() =>
          VARIANTS.map(([name, typed]) => (
            <State key={name} name={name}>
              <div className="grid gap-3">
                <VariantFields
                  typed={typed}
                  models={MODELS}
                  errors={
                    name === "refused"
                      ? { texts: new Set([3]), maxCostUsd: "Enter a cost limit above 0, up to 1000." }
                      : undefined
                  }
                  onChange={nothing}
                />
              </div>
            </State>
          ))
        }
      </Specimen>
      <Specimen name="ReplayFields" states="as it opens, without a comparison, refused">
        {() =>
          [
            NO_SETTINGS,
            { ...NO_SETTINGS, verify: false },
            { ...NO_SETTINGS, stopOnMismatch: true, ignore: "items.*.at\na..b" },
          ].map((typed) => (
            <div key={JSON.stringify(typed)} className="grid gap-3">
              <ReplayFields typed={typed} onChange={nothing} />
            </div>
          ))
        }
      </Specimen>
      <Specimen name="ReplayButton" states="opens the form; the other asks models">
        {() => (
          <Row>
            <ReplayButton from={SOURCE} />
            <ModelReplayButton from={SOURCE} others={[]} />
          </Row>
        )}
      </Specimen>
      <Specimen name="ReplayDialog" states="opened">
        {() => (
          <InPlace>
            <ReplayDialog from={SOURCE} onClose={nothing} />
            <ActStates>{() => <ReplayDialog from={SOURCE} onClose={nothing} />}</ActStates>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="ModelReplayDialog" states="with other tasks, before models are known">
        {() => (
          <InPlace>
            <Fetched queries={[{ queryKey: modelsQuery().queryKey, data: { models: [], roles: [] } }]}>
              <ModelReplayDialog from={SOURCE} others={[SOURCE, SOURCE]} onClose={nothing} />
              <ActStates>
                {() => <ModelReplayDialog from={SOURCE} others={[SOURCE]} onClose={nothing} />}
              </ActStates>
            </Fetched>
            <Fetched queries={[]}>
              <ModelReplayDialog from={SOURCE} others={[]} onClose={nothing} />
            </Fetched>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="ChosenList" states="several, long text, none">
        {() => (
          <>
            <Card title="Selected">
              <ChosenList chosen={CHOSEN} onRemove={nothing} />
            </Card>
            <Card title="None selected">
              <ChosenList chosen={[]} onRemove={nothing} />
            </Card>
          </>
        )}
      </Specimen>
      <Specimen name="NewModelReplay" states="as it opens, loading, runs that could not be loaded">
        {(scheme) => (
          <>
            <Fetched queries={[{ queryKey: runsQuery(RUNS_AT_FIRST).queryKey, data: pageOfRuns(scheme) }]}>
              <NewModelReplay models={MODELS} />
              <ActStates>{() => <NewModelReplay models={MODELS} />}</ActStates>
            </Fetched>
            <Fetched queries={[]}>
              <NewModelReplay models={MODELS} />
            </Fetched>
            <Fetched queries={[]} failed={[runsQuery(RUNS_AT_FIRST).queryKey]}>
              <NewModelReplay models={MODELS} />
            </Fetched>
          </>
        )}
      </Specimen>
    </>
  );
}
