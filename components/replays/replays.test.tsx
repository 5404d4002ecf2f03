import { describe, expect, it } from "vitest";
import type { ModelsView } from "@/lib/core/models/views";
import type { ReplayCell } from "@/lib/core/replay/model/report";
import type { ReplayDetail } from "@/lib/core/replay/view";
import { renderHtml } from "@/lib/testing/render";
import { filterOf } from "./address";
import { added, type Chosen } from "./chosen";
import { Differences } from "./differences";
import { ModelReport } from "./model-report";
import { totalsOf } from "./model-table";
import { recordingsIn } from "./read-recordings";
import { NO_SETTINGS, pathProblem, settingsOf } from "./replay-fields";
import { ReplayedSteps } from "./replayed-steps";
import { attemptsOf } from "./run-attempts";
import { costLimitNeed, errorsOf, modelSettingsOf, type ReplayModels, replayModelsOf } from "./variants";

it("the list asks for the statuses of a group", () => {
  expect(filterOf({ show: "open" })).toEqual({ status: ["queued", "running"] });
  expect(filterOf({ cursor: "c" })).toEqual({ cursor: "c" });
});

describe("the form of a replay", () => {
  it("takes paths one a line, and says which is none", () => {
    const typed = { ...NO_SETTINGS, ignore: " a.*\n\n b " };
    expect(settingsOf(typed)).toEqual({ verify: true, stopOnMismatch: false, ignore: ["a.*", "b"] });
    expect(pathProblem(typed)).toBeUndefined();
    expect(pathProblem({ ...NO_SETTINGS, ignore: "a\nb..c" })).toBe(
      "“b..c” is not a path. Separate keys with dots.",
    );
  });
});

const report = {
  status: "mismatched" as const,
  originalSteps: 1,
  replayedSteps: 1,
  verified: true,
  liveCalls: 1,
  comparedCalls: 1,
  recordedCalls: 0,
  truncated: false,
};

describe("what differs", () => {
  it("stands there with step, tool, path and both values", () => {
    const mismatches = [
      { step: 2, callId: "c", tool: "price", path: "eur", original: 4, replayed: 5 },
      { step: 3, callId: "d", tool: "stock", path: "$", original: { left: 1 } },
    ];
    const html = renderHtml(<Differences report={{ ...report, mismatches }} />);
    for (const text of ["2 places", "Step 2", "price", "eur", "whole result", "nothing there"])
      expect(html).toContain(text);
    expect(renderHtml(<Differences report={{ ...report, mismatches: [], truncated: false }} />)).toBe("");
  });
});

describe("the steps of a replay", () => {
  it("say of each call whether it was made again, and why not", () => {
    const step = (n: number, calls: object[], rest: object = {}) => {
      return { step: n, calls, compared: 0, mismatches: [], ...rest };
    };
    const different = [{ step: 1, callId: "a", tool: "t1", path: "$" }];
    const steps = [
      { begun: true },
      step(
        1,
        [
          { callId: "a", tool: "t1", live: true, ok: true },
          { callId: "b", tool: "t2", live: true, ok: true },
          { callId: "c", tool: "t3", live: false, why: { code: "writes" } },
        ],
        { mismatches: different },
      ),
      step(2, [{ callId: "d", tool: "t4", live: true, ok: false, output: { error: "e" } }]),
      step(3, []),
    ];
    const html = renderHtml(<ReplayedSteps replay={{ steps, totalSteps: 4 } as unknown as ReplayDetail} />);
    const words = [
      "3 of 4",
      "differs",
      "same",
      "recording",
      "changes something outside",
      "failed",
      "No calls",
    ];
    for (const word of words) expect(html).toContain(word);
    const none = { steps: [], totalSteps: 4 } as unknown as ReplayDetail;
    expect(renderHtml(<ReplayedSteps replay={none} />)).toBe("");
  });
});

describe("the form of a model replay", () => {
  const models: ReplayModels = {
    models: [
      { id: "a:free", name: "a:free", isPriced: false },
      { id: "a:b", name: "B (a:b)", isPriced: true },
    ],
    current: "a:free",
    critic: "a:b",
  };
  const variant = (key: number, more: object = {}) => ({
    key,
    model: "current",
    prompt: "current" as const,
    text: "",
    ...more,
  });
  const typed = { variants: [variant(1), variant(2, { model: "a:b" })], critic: false, maxCostUsd: " 0.5 " };
  const free = { ...typed, variants: [variant(1)] };

  it("asks for a cost limit where a model has a price, or may have one", () => {
    expect(costLimitNeed(typed, models)).toBe("needed");
    expect(costLimitNeed(free, models)).toBe("none");
    expect(costLimitNeed({ ...free, critic: true }, models)).toBe("needed");
    expect(costLimitNeed({ ...free, variants: [variant(1, { model: "recorded" })] }, models)).toBe("maybe");
    expect(modelSettingsOf(typed, models)).toEqual({
      variants: [
        { model: "current", prompt: "current" },
        { model: "a:b", prompt: "current" },
      ],
      maxCostUsd: 0.5,
    });
    expect(modelSettingsOf(free, models)).not.toHaveProperty("maxCostUsd");
    for (const maxCostUsd of ["", "0", "x", "1001"])
      expect(errorsOf({ ...typed, maxCostUsd }, models)?.maxCostUsd).toMatch(/above 0/);
    expect(errorsOf(typed, models)).toBeUndefined();
    expect(errorsOf({ ...free, maxCostUsd: "x" }, models)).toBeUndefined();
  });

  it("takes another text in the place of the prompt, and a critic", () => {
    const text = { ...free, variants: [variant(7, { prompt: "text", text: "Be brief." })], critic: true };
    expect(modelSettingsOf({ ...text, maxCostUsd: "1" }, models)).toEqual({
      variants: [{ model: "current", prompt: { text: "Be brief." } }],
      maxCostUsd: 1,
      critic: {},
    });
    const empty = { ...free, variants: [variant(7, { prompt: "text", text: " " })] };
    expect(errorsOf(empty, models)?.texts).toEqual(new Set([7]));
  });

  it("offers the models that can be called, with those that serve agents and the critic", () => {
    const view = {
      models: [
        { id: "a:b", label: "B", available: true, price: { inputUsd: 1 } },
        { id: "a:off", label: null, available: false, price: null },
        { id: "a:free", label: null, available: true, price: null },
      ],
      roles: [
        { role: "agent", effective: "a:free" },
        { role: "critique", effective: "a:b" },
      ],
    } as unknown as ModelsView;
    expect(replayModelsOf(view)).toEqual({ ...models, models: models.models.toReversed() });
  });

  it("takes each trajectory once, and as many as a replay does", () => {
    const one = (n: number): Chosen => ({ key: `${n}`, title: `${n}`, from: "run", recording: {} });
    const first = added([], [one(1), one(2)]);
    expect(added(first.chosen, [one(2), one(3)])).toEqual({
      chosen: [one(1), one(2), one(3)],
      note: undefined,
    });
    const many = Array.from({ length: 60 }, (_, n) => one(n));
    const full = added([], many);
    expect(full.chosen).toHaveLength(50);
    expect(full.note).toBe("A replay takes 50 trajectories; 10 left out.");
  });

  it("offers the last attempts of agents that have ended", () => {
    const task = { title: "Look", type: "task", status: "succeeded" as const, attempt: 2, endedAt: 5 };
    const tasks = [
      { ...task, id: "a" },
      { ...task, id: "b", type: "direct" },
      { ...task, id: "c", endedAt: null },
      { ...task, id: "d", attempt: 0 },
    ];
    expect(attemptsOf({ id: "run_1", title: "Find it" }, tasks)).toMatchObject([
      {
        title: "Look, attempt 2",
        from: "Find it",
        recording: { from: { runId: "run_1", taskId: "a", attempt: 2 } },
      },
    ]);
  });

  it("reads files: a trajectory, and replays of both kinds with what is known of their prompts", () => {
    const trajectory = {
      query: "q",
      steps: [{ action: { thought: "t", next_node: "look", args: {} }, observation: 1 }],
    };
    const of = (value: unknown) => recordingsIn(JSON.stringify(value), "f.json");
    expect(of(trajectory)).toMatchObject({ chosen: [{ title: "f.json", from: "f.json" }] });
    const file = { format: "waymark-replay", version: 1, title: "Mine" };
    expect(of({ ...file, kind: "tool", material: trajectory })).toMatchObject({
      chosen: [{ title: "Mine" }],
    });
    const source = { runId: "run_elsewhere", taskId: "a", attempt: 1 };
    const held = { title: "One", trajectory, system: "Be brief.", source };
    const model = of({
      ...file,
      kind: "model",
      material: { trajectories: [held, { ...held, title: "Two" }] },
    });
    expect(model).toMatchObject({ chosen: [{ recording: { system: "Be brief." } }, { title: "Two" }] });
    expect(JSON.stringify(model)).not.toContain("run_elsewhere");
    for (const [text, problem] of [
      ["{", "not JSON"],
      ["1", "cannot be read"],
      [JSON.stringify({ ...file, kind: "model", material: {} }), "no trajectories"],
    ] as const)
      expect(recordingsIn(text, "f.json")).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});

const cell = (variant: number, trajectory: number, more: object = {}): ReplayCell => ({
  variant,
  trajectory,
  modelId: "a:b",
  turns: 2,
  answered: 2,
  failed: 0,
  notAsked: 0,
  score: 1,
  divergesAt: null,
  costMicroUsd: 2_000_000,
  recordedMicroUsd: null,
  latencyMs: 1_000,
  recordedLatencyMs: 2_000,
  checksPassed: 0,
  checks: 0,
  ...more,
});

describe("what a critic made of the answers", () => {
  const side = { text: "", calls: [], answer: "Seven." };
  const turn = (step: number, more: object) => ({
    variant: 0,
    trajectory: 0,
    step,
    modelId: "a:b",
    score: 0,
    recorded: side,
    replayed: side,
    ...more,
  });
  const htmlOf = (critic: object, steps: object[]) => {
    const report = {
      variants: [{ model: "a:b", prompt: "recorded" }],
      trajectories: [{ title: "Find", steps: 2 }],
      cells: [cell(0, 0, { critic, costMicroUsd: null })],
      criticId: "c:d",
      calls: 4,
      costMicroUsd: null,
      limitReached: false,
    };
    return renderHtml(<ModelReport replay={{ steps, report } as unknown as ReplayDetail} />);
  };

  it("stands beside the checks, with its words, and says of what it could not score why", () => {
    const said = { score: 0.25, feedback: "No <b>shelf</b>.", issues: ["Which one?"] };
    const html = htmlOf({ score: 0.25, scored: 1, unscored: 2 }, [
      turn(1, { critique: { said } }),
      turn(2, { critique: { failure: "unreadable" } }),
      turn(3, { critique: { failure: "no_room" } }),
      turn(4, { replayed: undefined, failure: "rate_limited", tries: 3 }),
    ]);
    for (const words of [
      "c:d",
      "0.25",
      "2 not scored",
      "No &lt;b&gt;shelf",
      "Which one?",
      "could not be read",
    ])
      expect(html).toContain(words);
    for (const words of ["exceeded the cost limit", "rate limiting requests. Tried 3 times."])
      expect(html).toContain(words);
  });

  it("is unknown where there was an answer and no score", () => {
    expect(htmlOf({ score: null, scored: 0, unscored: 1 }, [])).toContain("1 not scored");
    expect(htmlOf({ score: null, scored: 0, unscored: 0 }, [])).not.toContain("not scored");
  });
});

describe("what other models did", () => {
  it("is a table that leads to the first turn that differs, with both sides, and unknown costs", () => {
    const differing = cell(0, 0, {
      answered: 1,
      notAsked: 1,
      score: 0.5,
      divergesAt: 1,
      checksPassed: 1,
      checks: 2,
      costMicroUsd: null,
      recordedMicroUsd: 2_000_000,
    });
    const turn = {
      variant: 0,
      trajectory: 0,
      step: 1,
      modelId: "a:b",
      score: 0.5,
      recorded: { text: "", calls: [{ tool: "look", args: { at: "shelf" } }] },
      replayed: { text: "", calls: [{ tool: "look", args: { at: "floor" } }] },
    };
    const replay = {
      id: "r",
      kind: "model",
      status: "completed",
      steps: [turn],
      report: {
        variants: [{ model: "a:b", prompt: "recorded" }],
        trajectories: [{ title: "Find", steps: 2 }],
        cells: [differing],
        calls: 1,
        costMicroUsd: null,
        limitReached: true,
      },
    } as unknown as ReplayDetail;
    const html = renderHtml(<ModelReport replay={replay} />);
    expect(html).toContain('href="#turn-0-0-1"');
    expect(html).toContain('id="turn-0-0-1"');
    expect(html).toMatch(/shelf[\s\S]*floor/);
    for (const said of ["0.50", "1 not asked", "1 of 2", "unknown", "$2", "cost limit", "other arguments"])
      expect(html).toContain(said);
    expect(html).not.toContain("Critic");
  });
});

describe("several trajectories with several variants", () => {
  it("are added up by variant: each turn counts alike, and what is unknown of a part is of the whole", () => {
    const critic = { score: 0.5, scored: 1, unscored: 1 };
    const totals = totalsOf([
      cell(0, 0, { answered: 3, score: 1, critic, checks: 2, checksPassed: 1 }),
      cell(0, 1, { answered: 1, score: 0, divergesAt: 2, critic: { score: 1, scored: 3, unscored: 0 } }),
      cell(0, 2, { answered: 0, score: null, failed: 2, costMicroUsd: null }),
    ]);
    expect(totals).toMatchObject({
      modelIds: ["a:b"],
      score: 0.75,
      different: 1,
      trajectories: 3,
      failed: 2,
      checks: 2,
      critic: { score: 0.875, scored: 4, unscored: 1 },
      costMicroUsd: null,
      latencyMs: 3_000,
    });
    expect(totalsOf([cell(0, 0)])).toMatchObject({ costMicroUsd: 2_000_000, critic: undefined });
  });

  it("stand in a table, with the turns that act otherwise first and long texts cut", () => {
    const side = { text: "", calls: [] };
    const turn = (variant: number, trajectory: number, score: number) => ({
      variant,
      trajectory,
      step: 1,
      modelId: "a:b",
      score,
      recorded: side,
      replayed: side,
    });
    const report = {
      variants: [
        { model: "a:b", prompt: "recorded" },
        { model: "a:b", prompt: { text: `Be brief. ${"x".repeat(500)}` } },
      ],
      trajectories: [
        { title: "Same", steps: 1 },
        { title: "Same", steps: 1 },
      ],
      cells: [cell(0, 0), cell(0, 1), cell(1, 0, { score: 0, divergesAt: 1 }), cell(1, 1, { notAsked: 1 })],
      calls: 3,
      costMicroUsd: null,
      limitReached: false,
    };
    const steps = [turn(0, 0, 1), turn(0, 1, 1), turn(1, 0, 0)];
    const html = renderHtml(<ModelReport replay={{ steps, report } as unknown as ReplayDetail} />);
    for (const words of ["in 1 of 2", "nowhere", "1 not asked", "Different or failed (1)", "All (3)"])
      expect(html).toContain(words);
    expect(html).toContain('id="turn-1-0-1"');
    expect(html).not.toContain('id="turn-0-0-1"');
    expect(html).not.toContain("x".repeat(61));
  });
});
