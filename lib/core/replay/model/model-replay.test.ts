import { describe, expect, it } from "vitest";
import { describeModelReplayProblem, isModelReplayProblem } from "../../describe/replays/model-replays";
import type { Json, JsonObject } from "../../json";
import type { Step } from "../../trajectory";
import { type PlannedTurn, planModelReplay, recordedModelOf, trajectoryBefore } from "./plan";
import { cellsOf, modelReport, type ReplayedTurn } from "./report";
import { scoreTurn } from "./score";
import { modelReplaySettings, type RecordedConversation } from "./settings";

const step = (n: number, more: object = {}): Step =>
  ({
    step: n,
    thought: "",
    usage: {},
    startedAtMs: 0,
    latencyMs: 5,
    action: { type: "tool", callId: `c${n}`, tool: "look", args: { n } },
    observation: n,
    ...more,
  }) as Step;
const recording = (steps: Step[], more: Partial<RecordedConversation> = {}, constraints: object = {}) => ({
  title: "One",
  system: "Role: agent",
  trajectory: {
    query: "Find it",
    context: { model: "a" },
    summary: null,
    answer: null,
    constraints: { tools: ["look"], maxTurns: 8, ...constraints },
    steps,
  } as unknown as Json,
  ...more,
});
const models = [{ id: "a" }, { id: "b", price: { inputMicroUsd: 1, outputMicroUsd: 1 } }, JSON_ONLY()];
function JSON_ONLY() {
  return { id: "j", toolCalling: "json" as const };
}
const plan = (recorded: RecordedConversation[], variants: object[], more: object = {}) =>
  planModelReplay(recorded, modelReplaySettings.parse({ variants, ...more }), {
    models,
    currentModel: "b",
    criticModel: "b",
  });
const problemOf = (...of: Parameters<typeof plan>) => {
  const planned = plan(...of);
  return planned.ok ? undefined : { ...planned.problem, says: describeModelReplayProblem(planned.problem) };
};

describe("the plan of a model replay", () => {
  it("has every turn of every trajectory for each variant", () => {
    const two = recording([step(1), step(2)]);
    const planned = plan([two, recording([step(1)])], [{}, { model: "current" }], { maxCostUsd: 1 });
    expect(planned.ok && planned.turns).toEqual([
      { variant: 0, trajectory: 0, step: 1, modelId: "a", inJson: false },
      { variant: 0, trajectory: 0, step: 2, modelId: "a", inJson: false },
      { variant: 0, trajectory: 1, step: 1, modelId: "a", inJson: false },
      { variant: 1, trajectory: 0, step: 1, modelId: "b", inJson: false },
      { variant: 1, trajectory: 0, step: 2, modelId: "b", inJson: false },
      { variant: 1, trajectory: 1, step: 1, modelId: "b", inJson: false },
    ]);
  });

  it("follows the recorded way of calling tools, and with the current prompt the model's own", () => {
    const inJson = recording([step(1)], {}, { toolCalling: "json" });
    const waysOf = (recorded: RecordedConversation, variant: object) => {
      const planned = plan([recorded], [variant]);
      return planned.ok && planned.turns.map((turn) => turn.inJson);
    };
    expect(waysOf(inJson, {})).toEqual([true]);
    expect(waysOf(inJson, { prompt: "current" })).toEqual([false]);
    expect(waysOf(recording([step(1)]), { model: "j", prompt: "current" })).toEqual([true]);
    expect(waysOf(inJson, { model: "j" })).toEqual([true]);
  });

  it.each<[string, RecordedConversation[], object[], string, string]>([
    ["unreadable", [{ title: "x", trajectory: 1 }], [{}], "unreadable", "Trajectory 1 cannot be read"],
    ["empty", [recording([])], [{}], "empty_trajectory", "Trajectory 1 has no steps"],
    ["of no known model", [recording([step(1)], {}), noModel()], [{}], "no_recorded_model", "Trajectory 2"],
    ["put to no known model", [recording([step(1)])], [{ model: "x" }], "unknown_model", "no model x"],
    ["without its prompt", [noSystem()], [{}], "no_recorded_prompt", "came without its prompt"],
    ["for JSON alone", [recording([step(1)])], [{ model: "j" }], "writes_actions", "j writes its actions"],
    ["priced", [recording([step(1)])], [{ model: "b" }], "cost_limit_needed", "b has a price"],
    ["too long", [tooLong()], [{}], "too_many_calls", "201 model calls; a replay makes 200"],
  ])("refuses one that is %s", (_, recorded, variants, code, says) => {
    expect(problemOf(recorded, variants)).toMatchObject({ code, says: expect.stringContaining(says) });
  });

  it("counts a critique of each turn, and asks for the critic's model and price as for a variant's", () => {
    const long = recording(Array.from({ length: 101 }, (_, n) => step(n + 1)));
    const critic = { model: "a" };
    expect(problemOf([long], [{}])).toBeUndefined();
    expect(problemOf([long], [{}], { critic })).toMatchObject({ code: "too_many_calls", calls: 202 });
    const one = recording([step(1)]);
    expect(plan([one], [{}], { critic })).toMatchObject({ ok: true, criticId: "a", calls: 2 });
    expect(problemOf([one], [{}], { critic: {} })).toMatchObject({ code: "cost_limit_needed", model: "b" });
    expect(plan([one], [{}], { critic: {}, maxCostUsd: 1 })).toMatchObject({ criticId: "b" });
    expect(problemOf([one], [{}], { critic: { model: "x" } })).toMatchObject({ code: "unknown_model" });
  });

  function tooLong(): RecordedConversation {
    return recording(Array.from({ length: 201 }, (_, n) => step(n + 1)));
  }
  function noSystem(): RecordedConversation {
    const { system: _system, ...rest } = recording([step(1)]);
    return rest;
  }
  function noModel(): RecordedConversation {
    const one = recording([step(1)]);
    return { ...one, trajectory: { ...(one.trajectory as object), context: null } as Json };
  }

  it("tells its problems from other failures", () => {
    expect(isModelReplayProblem({ code: "unknown_model", model: "x" })).toBe(true);
    expect(isModelReplayProblem({ code: "unreadable", trajectory: 1, problem: "" })).toBe(true);
    for (const failure of [{ code: "fault" }, { code: "unreadable", problem: "" }, {}] as JsonObject[])
      expect(isModelReplayProblem(failure)).toBe(false);
  });

  it("puts a turn to models as it stood then", () => {
    const planned = plan([recording([step(1), step(2), step(3)])], [{}]);
    const [trajectory] = planned.ok ? planned.trajectories : [];
    if (!trajectory) throw new Error("no plan");
    expect(recordedModelOf(trajectory)).toBe("a");
    const summary = { upToStep: 2, goals: [], facts: {}, pending: [], lastOutputDigest: "", note: "" };
    const summed = { ...trajectory, summary: { ...summary, by: "rule" as const }, answer: "done" };
    expect(trajectoryBefore(summed, 2)).toMatchObject({ steps: [{ step: 1 }], summary: null, answer: null });
    expect(trajectoryBefore(summed, 3)).toMatchObject({ steps: [{}, {}], summary });
    expect(trajectoryBefore(trajectory, 1).steps).toEqual([]);
  });
});

describe("the score of a turn", () => {
  const [a, b] = [
    { tool: "look", args: { x: 1, y: 2 } },
    { tool: "find", args: [] },
  ];

  it.each([
    ["the same call, whatever the order of its keys", [a], [{ tool: "look", args: { y: 2, x: 1 } }], 1],
    ["the same tool with other arguments", [a], [{ tool: "look", args: { x: 2 } }], 0.5],
    ["another tool", [a], [b], 0],
    ["a call in the place of an answer", [], [a], 0],
    ["an answer in the place of a call", [a], [], 0],
    ["two answers, whatever they say", [], [], 1],
    ["the same set in another order", [a, b], [b, a], 1],
    ["a set of which one call is missing", [a, b], [a], 0],
    ["a set with one argument changed", [a, b], [b, { tool: "look", args: {} }], 0.5],
  ])("of %s", (_, recorded, replayed, score) => {
    expect(scoreTurn(recorded, replayed)).toBe(score);
  });
});

describe("the report", () => {
  const side = { text: "", calls: [] };
  const turn = (variant: number, n: number): PlannedTurn => ({
    variant,
    trajectory: 0,
    step: n,
    modelId: "a",
    inJson: false,
  });
  const planned = { turns: [turn(0, 1), turn(0, 2), turn(0, 3), turn(1, 1)] };
  const done = (variant: number, n: number, more: Partial<ReplayedTurn>): ReplayedTurn => ({
    variant,
    trajectory: 0,
    step: n,
    modelId: "a",
    recorded: side,
    replayed: side,
    countedMicroUsd: 5,
    latencyMs: 10,
    recordedLatencyMs: 20,
    ...more,
  });

  it("says score, first divergence, cost and time of each variant on each trajectory", () => {
    const passed = { layer: "schema", outcome: "passed" } as const;
    const failed = { layer: "predicate", outcome: "failed" } as const;
    const cells = cellsOf(planned, [
      done(0, 2, {
        score: 0.5,
        costMicroUsd: 3,
        recordedMicroUsd: 4,
        checks: [{ layer: "schema", outcome: "abstained" }],
      }),
      done(0, 1, { score: 1, costMicroUsd: 2, recordedMicroUsd: 4, checks: [passed, failed] }),
    ]);
    expect(cells).toEqual([
      {
        variant: 0,
        trajectory: 0,
        modelId: "a",
        turns: 3,
        answered: 2,
        failed: 0,
        notAsked: 1,
        score: 0.75,
        divergesAt: 2,
        costMicroUsd: 5,
        recordedMicroUsd: 8,
        latencyMs: 20,
        recordedLatencyMs: 40,
        checksPassed: 1,
        checks: 2,
        abstained: 1,
      },
      expect.objectContaining({ variant: 1, answered: 0, notAsked: 1, score: null, divergesAt: null }),
    ]);
  });

  it("leaves unknown costs unknown, and scores no turn that failed", () => {
    const { replayed: _none, ...without } = done(0, 2, { failure: "timeout" });
    const turns = [done(0, 1, { score: 1, costMicroUsd: 2 }), without];
    const shown = { variants: [], trajectories: [] };
    const report = modelReport(shown, planned, turns, true);
    expect(report).toMatchObject({ calls: 2, costMicroUsd: null, limitReached: true });
    expect(report.cells[0]).toMatchObject({ answered: 1, failed: 1, score: 1, costMicroUsd: null });
    expect(report.cells[1]).toMatchObject({ costMicroUsd: null, recordedMicroUsd: null, latencyMs: 0 });
    expect(report.cells[0]).not.toHaveProperty("critic");
  });

  it("has the mean of the critic's scores apart from those without one, and counts all calls and what they cost", () => {
    const said = { feedback: "", issues: [], suggestions: [], questions: [] };
    const scored = (score: number) => ({ modelId: "j", said: { ...said, score }, calls: 1, costMicroUsd: 7 });
    const turns = [
      done(0, 1, { costMicroUsd: 2, critique: scored(0.5) }),
      done(0, 2, { costMicroUsd: 2, critique: scored(1) }),
      done(0, 3, { costMicroUsd: 2, critique: { modelId: "j", failure: "no_room", calls: 0 } }),
    ];
    const reportOf = (of: ReplayedTurn[]) =>
      modelReport({ variants: [], trajectories: [] }, { ...planned, criticId: "j" }, of, false);
    const report = reportOf(turns);
    expect(report).toMatchObject({ criticId: "j", calls: 5, costMicroUsd: 20 });
    expect(report.cells.map(({ critic }) => critic)).toEqual([
      { score: 0.75, scored: 2, unscored: 1 },
      { score: null, scored: 0, unscored: 0 },
    ]);
    // What a call that failed has cost, nobody knows.
    const again = done(1, 1, { costMicroUsd: 2, tries: 2 });
    expect(reportOf([...turns, again])).toMatchObject({ calls: 7, costMicroUsd: null });
  });
});
