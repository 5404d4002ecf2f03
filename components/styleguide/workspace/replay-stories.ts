import type { ModelReplayReport, ReplayCell, ReplayedTurn } from "@/lib/core/replay/model/report";
import type { ToolReplayReport } from "@/lib/core/replay/report";
import type { ReplayDetail, ReplayView } from "@/lib/core/replay/view";
import { REPLAY_KINDS, REPLAY_STATUSES } from "@/lib/core/replay/words";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { Chosen } from "../../replays/chosen";
import { NOTHING_TYPED, type ReplayModels, type TypedModelReplay } from "../../replays/variants";
import { LONG_TEXT, type Scheme } from "../specimen";

export const SOURCE = { runId: "run_1", taskId: "a", attempt: 2 };
export const NO_REPLAYS = { items: [], nextCursor: null };

export const replayView = (part: Partial<ReplayView> = {}): ReplayView => ({
  ...{ id: "rep_1", kind: "tool", status: "running", title: "Collect the figures", source: SOURCE },
  ...{ doneSteps: 0, totalSteps: 5, createdBy: "Ada", createdAt: 0, startedAt: 0, finishedAt: null },
  ...{ cancelledAt: null, mismatches: null },
  ...part,
});

export const pageOfReplays = (scheme: Scheme) => ({
  items: [
    ...REPLAY_STATUSES.map((status) =>
      replayView({ id: `${status}-${scheme}`, status, mismatches: status === "mismatched" ? 3 : null }),
    ),
    ...REPLAY_KINDS.map((kind) => replayView({ id: `${kind}-${scheme}`, kind, source: null, mismatches: 1 })),
    replayView({ id: `long-${scheme}`, title: LONG_TEXT, status: "matched" }),
  ],
  nextCursor: "older",
});

export const REPORT: ToolReplayReport = {
  ...{ status: "mismatched", originalSteps: 5, replayedSteps: 5, verified: true, truncated: false },
  ...{ liveCalls: 4, comparedCalls: 4, recordedCalls: 2, mismatches: [] },
};
export const MISMATCHES: ToolReplayReport["mismatches"] = [
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
export const call = (callId: string, part: object) => ({
  callId,
  tool: `tool_${callId}`,
  live: true,
  ok: true,
  ...part,
});
export const STEPS = [
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
export const DETAIL: ReplayDetail = {
  ...replayView({ status: "mismatched", doneSteps: 5, mismatches: 3 }),
  ...{ settings: SETTINGS, report: { ...REPORT, mismatches: MISMATCHES }, failure: null, steps: STEPS },
};

export const BEGUN = { status: "running" as const, doneSteps: 2, report: null, steps: [], source: null };

export function detailsOf(scheme: Scheme): [name: string, given: ReplayDetail][] {
  const id = (name: string) => `rep_${name}-${scheme}`;
  const failure = { code: "tool_failed", step: 2, tool: "search", message: LONG_TEXT };
  return [
    ["at work", { ...DETAIL, ...BEGUN, id: id("running") }],
    ["differs", { ...DETAIL, id: id("mismatched"), source: null }],
    ["of an attempt", { ...DETAIL, id: id("attempt"), report: null, steps: [] }],
    ["failed", { ...DETAIL, ...BEGUN, id: id("failed"), status: "failed", failure }],
    ["of models", { ...(modelReportsOf(scheme, 20)[0]?.[1] ?? DETAIL), id: id("models") }],
  ];
}

/** What is drawn of the run that an attempt is from. */
export function liveRun(scheme: Scheme) {
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
export function modelReport(scheme: Scheme, from: number): ModelReplayReport {
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

export const withoutCritic = ({ criticId: _criticId, ...report }: ModelReplayReport): ModelReplayReport =>
  report;

/** Of the first trajectory alone. */
export const ofOneTrajectory = (report: ModelReplayReport): ModelReplayReport => ({
  ...report,
  trajectories: report.trajectories.slice(0, 1),
  cells: report.cells.filter(({ trajectory }) => trajectory === 0),
});

/** What is put to models, as it was chosen. */
export const CHOSEN: readonly Chosen[] = ["Collect the figures", LONG_TEXT].map((title, at) => ({
  ...{ key: `chosen-${at}`, title, from: at === 0 ? "run_1, attempt 2" : LONG_TEXT },
  recording: { from: { runId: "run_1", taskId: "a", attempt: at + 1 } },
}));

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

export function modelReportsOf(scheme: Scheme, from = 10): [name: string, replay: ReplayDetail][] {
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

export const MODELS: ReplayModels = {
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
export const VARIANTS: readonly [name: string, typed: TypedModelReplay][] = [
  ["as it opens", NOTHING_TYPED],
  ["several", SEVERAL],
  ["refused", { ...SEVERAL, maxCostUsd: "none" }],
];
