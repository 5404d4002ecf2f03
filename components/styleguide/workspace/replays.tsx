"use client";

import { modelsQuery, runQuery, runsQuery } from "@/lib/client/query";
import type { ModelReplayReport, ReplayCell, ReplayedTurn } from "@/lib/core/replay/model/report";
import type { ToolReplayReport } from "@/lib/core/replay/report";
import type { ReplayDetail, ReplayView } from "@/lib/core/replay/view";
import { REPLAY_KINDS, REPLAY_STATUSES } from "@/lib/core/replay/words";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { RUNS_AT_FIRST } from "../../replays/address";
import { Differences } from "../../replays/differences";
import { ModelReplayDialog } from "../../replays/model-replay-dialog";
import { ModelReport } from "../../replays/model-report";
import { VariantTable } from "../../replays/model-table";
import { NewModelReplay } from "../../replays/new-model-replay";
import { ModelReplayButton, ReplayButton } from "../../replays/replay-button";
import { ReplayCanvas } from "../../replays/replay-canvas";
import { ReplayDialog } from "../../replays/replay-dialog";
import { NO_SETTINGS, ReplayFields } from "../../replays/replay-fields";
import { ReplayScreen } from "../../replays/replay-screen";
import { ReplayedSteps } from "../../replays/replayed-steps";
import { ReplayProgress, ReplaysScreen } from "../../replays/replays-screen";
import { VariantFields } from "../../replays/variant-fields";
import { NOTHING_TYPED, type ReplayModels, type TypedModelReplay } from "../../replays/variants";
import { pageOfRuns } from "../lists/page-of-runs";
import { Fetched, InPlace, LONG_TEXT, nothing, Row, type Scheme, Specimen, State } from "../specimen";

/** Recorded attempts, made again or put to other models. */
export function Replays() {
  return (
    <>
      <Specimen
        name="ReplaysScreen"
        states="each status, each kind, long text; none yet, none that fit the filter"
      >
        {(scheme) => (
          <Fetched queries={[]}>
            <State name="some">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <ReplaysScreen view={{ group: undefined, cursor: undefined }} page={pageOfReplays(scheme)} />
              </div>
            </State>
            <State name="none yet">
              <ReplaysScreen view={{ group: undefined, cursor: undefined }} page={NO_REPLAYS} />
            </State>
          </Fetched>
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
                  <ReplayScreen given={given} />
                </div>
              </State>
            ))}
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
          </InPlace>
        )}
      </Specimen>
      <Specimen name="ModelReplayDialog" states="with other tasks, before models are known">
        {() => (
          <InPlace>
            <Fetched queries={[{ queryKey: modelsQuery().queryKey, data: { models: [], roles: [] } }]}>
              <ModelReplayDialog from={SOURCE} others={[SOURCE, SOURCE]} onClose={nothing} />
            </Fetched>
            <Fetched queries={[]}>
              <ModelReplayDialog from={SOURCE} others={[]} onClose={nothing} />
            </Fetched>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="NewModelReplay" states="as it opens, loading, runs that could not be loaded">
        {(scheme) => (
          <>
            <Fetched queries={[{ queryKey: runsQuery(RUNS_AT_FIRST).queryKey, data: pageOfRuns(scheme) }]}>
              <NewModelReplay models={MODELS} />
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

const SOURCE = { runId: "run_1", taskId: "a", attempt: 2 };
const NO_REPLAYS = { items: [], nextCursor: null };

const replayView = (part: Partial<ReplayView> = {}): ReplayView => ({
  ...{ id: "rep_1", kind: "tool", status: "running", title: "Collect the figures", source: SOURCE },
  ...{ doneSteps: 0, totalSteps: 5, createdBy: "Ada", createdAt: 0, startedAt: 0, finishedAt: null },
  ...{ cancelledAt: null, mismatches: null },
  ...part,
});

const pageOfReplays = (scheme: Scheme) => ({
  items: [
    ...REPLAY_STATUSES.map((status) =>
      replayView({ id: `${status}-${scheme}`, status, mismatches: status === "mismatched" ? 3 : null }),
    ),
    ...REPLAY_KINDS.map((kind) => replayView({ id: `${kind}-${scheme}`, kind, source: null, mismatches: 1 })),
    replayView({ id: `long-${scheme}`, title: LONG_TEXT, status: "matched" }),
  ],
  nextCursor: "older",
});

const REPORT: ToolReplayReport = {
  ...{ status: "mismatched", originalSteps: 5, replayedSteps: 5, verified: true, truncated: false },
  ...{ liveCalls: 4, comparedCalls: 4, recordedCalls: 2, mismatches: [] },
};
const MISMATCHES: ToolReplayReport["mismatches"] = [
  { step: 2, callId: "c", tool: "price", path: "eur", original: 4, replayed: 5 },
  { step: 3, callId: "d", tool: "stock", path: "$", original: { left: 1 } },
  {
    step: 4,
    callId: "e",
    tool: "read",
    path: "text",
    original: LONG_TEXT,
    replayed: LONG_TEXT.repeat(4),
    cut: true,
  },
];
const call = (callId: string, part: object) => ({
  callId,
  tool: `tool_${callId}`,
  live: true,
  ok: true,
  ...part,
});
const STEPS = [
  {
    ...{ step: 1, compared: 4, mismatches: [{ step: 1, callId: "b", tool: "tool_b", path: "eur" }] },
    calls: [
      call("a", {}),
      call("b", {}),
      call("c", { ok: false, output: { error: "no network" } }),
      call("d", { output: LONG_TEXT }),
    ],
  },
  {
    ...{ step: 2, compared: 0, mismatches: [] },
    calls: (["refused", "writes", "tool_changed", "asks_people", "needs_whole_outputs"] as const).map(
      (code) => call(code, { live: false, ok: undefined, why: { code } }),
    ),
  },
  { step: 3, compared: 0, mismatches: [], calls: [] },
];
const SETTINGS = {
  ...{ verify: true, stopOnMismatch: true, ignore: ["items.*.at"], writingTools: ["deploy"] },
};
const DETAIL: ReplayDetail = {
  ...replayView({ status: "mismatched", doneSteps: 5, mismatches: 3 }),
  ...{ settings: SETTINGS, report: { ...REPORT, mismatches: MISMATCHES }, failure: null, steps: STEPS },
};

function detailsOf(scheme: Scheme): [name: string, given: ReplayDetail][] {
  const id = (name: string) => `rep_${name}-${scheme}`;
  const begun = { status: "running" as const, doneSteps: 2, report: null, steps: [], source: null };
  const failure = { code: "tool_failed", step: 2, tool: "search", message: LONG_TEXT };
  return [
    ["at work", { ...DETAIL, ...begun, id: id("running") }],
    ["differs", { ...DETAIL, id: id("mismatched"), source: null }],
    ["failed", { ...DETAIL, ...begun, id: id("failed"), status: "failed", failure }],
    ["of models", { ...(modelReportsOf(scheme, 20)[0]?.[1] ?? DETAIL), id: id("models") }],
  ];
}

/** What is drawn of the run that an attempt is from. */
function liveRun(scheme: Scheme) {
  const plan = planOf({ id: "a", title: "Collect the figures" }, { id: "b", dependsOn: ["a"] });
  const { state, events } = new RunWorld({ plan }).run("a", "b");
  return { state: { ...state, runId: `run_replay-${scheme}` }, log: events };
}

const CELL: ReplayCell = {
  ...{ variant: 0, trajectory: 0, modelId: "acme:large", turns: 3, answered: 3, failed: 0, notAsked: 0 },
  ...{ score: 1, divergesAt: null, costMicroUsd: 20_000, recordedMicroUsd: 31_000, latencyMs: 1_000 },
  ...{ recordedLatencyMs: 2_000, checksPassed: 1, checks: 2 },
};
const NOT_ASKED = ["acme:large", "acme:small"].map(
  (modelId, variant): ReplayCell => ({
    ...{ ...CELL, variant, modelId, answered: 0, notAsked: 3, score: null, checks: 0, checksPassed: 0 },
    ...{ costMicroUsd: null, latencyMs: 0 },
  }),
);
const PLACES = { light: 1, dark: 2 };

/** Its turns have places of their own, by which one comes to them: `from` tells them from those of other specimens. */
function modelReport(scheme: Scheme, from: number): ModelReplayReport {
  const step = from * 10 + PLACES[scheme];
  const critic = { score: 0.5, scored: 1, unscored: 1 };
  return {
    variants: [
      { model: "acme:large", prompt: "recorded" },
      { model: "acme:small", prompt: { text: `Be brief. ${LONG_TEXT}` } },
    ],
    trajectories: [
      { title: "Collect the figures", steps: 3 },
      { title: LONG_TEXT, steps: 3 },
    ],
    cells: [
      { ...CELL, critic },
      { ...CELL, trajectory: 1, score: null, answered: 0, failed: 3, costMicroUsd: null },
      { ...CELL, variant: 1, modelId: "acme:small", score: 0.5, divergesAt: step, critic },
      { ...CELL, variant: 1, trajectory: 1, modelId: "acme:small", notAsked: 2 },
    ],
    ...{ calls: 12, costMicroUsd: 80_000, limitReached: true, criticId: "acme:judge" },
  };
}

const withoutCritic = ({ criticId: _criticId, ...report }: ModelReplayReport): ModelReplayReport => report;

function turnsOf(scheme: Scheme, from: number): ReplayedTurn[] {
  const step = from * 10 + PLACES[scheme];
  const looks = (at: string) => ({ text: LONG_TEXT, calls: [{ tool: "look", args: { at } }] });
  const turn: ReplayedTurn = {
    ...{ variant: 0, trajectory: 0, step, modelId: "acme:large", recorded: looks("shelf"), score: 1 },
    ...{ replayed: looks("shelf"), countedMicroUsd: 0, latencyMs: 900, recordedLatencyMs: 1_200 },
  };
  const said = {
    score: 0.4,
    feedback: "It leaves out the second source.",
    issues: [LONG_TEXT],
    questions: [],
    suggestions: [],
  };
  return [
    turn,
    { ...turn, variant: 1, score: 0.5, replayed: looks("floor") },
    {
      ...{
        ...turn,
        variant: 1,
        trajectory: 1,
        score: 0,
        replayed: { text: "", calls: [], answer: { sum: 12 } },
      },
      critique: { modelId: "acme:judge", said, calls: 1 },
    },
    { ...turn, trajectory: 1, score: 0, critique: { modelId: "acme:judge", failure: "no_room", calls: 0 } },
  ];
}

function modelReportsOf(scheme: Scheme, from = 10): [name: string, replay: ReplayDetail][] {
  const detail = (name: string, report: ModelReplayReport, steps: readonly object[]): ReplayDetail => ({
    ...replayView({ id: `rep_${name}-${scheme}`, kind: "model", status: "completed", source: null }),
    ...{ settings: {}, failure: null, report, steps: steps as ReplayDetail["steps"] },
  });
  const [several, alone] = [modelReport(scheme, from), modelReport(scheme, from + 1)];
  return [
    ["several", detail("several", several, turnsOf(scheme, from))],
    [
      "one alone",
      detail(
        "alone",
        { ...withoutCritic(alone), trajectories: alone.trajectories.slice(0, 1), limitReached: false },
        turnsOf(scheme, from + 1).slice(0, 1),
      ),
    ],
    ["nothing asked", detail("nothing", { ...several, cells: NOT_ASKED, calls: 0, trajectories: [] }, [])],
  ];
}

const MODELS: ReplayModels = {
  models: [
    { id: "acme:free", name: "acme:free", isPriced: false },
    { id: "acme:large", name: "Large (acme:large)", isPriced: true },
  ],
  ...{ current: "acme:free", critic: "acme:large" },
};
const SEVERAL: TypedModelReplay = {
  variants: [
    { key: 1, model: "recorded", prompt: "recorded", text: "" },
    { key: 2, model: "acme:large", prompt: "current", text: "" },
    { key: 3, model: "acme:free", prompt: "text", text: "Be brief." },
  ],
  ...{ critic: true, maxCostUsd: "0.5" },
};
const VARIANTS: readonly [name: string, typed: TypedModelReplay][] = [
  ["as it opens", NOTHING_TYPED],
  ["several", SEVERAL],
  ["refused", { ...SEVERAL, maxCostUsd: "none" }],
];
