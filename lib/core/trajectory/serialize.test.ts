import { describe, expect, it } from "vitest";
import { done, failed, toolCall, turn } from "@/lib/testing/tools/model-turns";
import type { Json } from "../json";
import {
  branchesOf,
  next,
  readTrajectory,
  startTrajectory,
  type Trajectory,
  withModelTurn,
  withObservation,
  writeTrajectory,
} from ".";
import { constraints, step, summary, trajectory } from "./types";

const tools = ["search", "merge"];
const start = () => startTrajectory({ query: "Find it", context: { lang: "en" }, constraints: { tools } });
const searched = () => withObservation(withModelTurn(start(), turn("Look", [toolCall("a")])), [done("a")]);
const read = (value: unknown): Trajectory => {
  const outcome = readTrajectory(value as Json);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.trajectory;
};
const problemOf = (value: unknown) => {
  const outcome = readTrajectory(value as Json);
  return outcome.ok ? "" : outcome.problem;
};

/** A trajectory in which everything occurs that one may hold. */
function everyField(): Trajectory {
  const usage = { inputTokens: 1, cachedInputTokens: 2, outputTokens: 3, reasoningTokens: 4 };
  const timing = { usage, startedAtMs: 1.5, latencyMs: 0, modelMs: 0 };
  const critique = {
    score: 0.5,
    feedback: "thin",
    issues: ["no load"],
    suggestions: ["measure"],
    questions: ["Which server?"],
    revise: true as const,
  };
  const odd = JSON.parse('{"__proto__": {"a": [1e-7, null, ""]}, "constructor": "ü\\u2028"}') as Json;
  const one = (callId: string) => ({ callId, tool: "search", args: odd });
  const set = { type: "parallel" as const, calls: [one("b"), one("c"), one("d")], join: one("j") };
  return {
    query: "Find it",
    context: odd,
    steps: [
      {
        step: 1,
        thought: "",
        action: { type: "tool", ...one("a") },
        error: "Unknown.",
        invalid: true,
        ...timing,
      },
      {
        step: 2,
        steering: ["be quick"],
        thought: "Look",
        action: { type: "tool", ...one("a") },
        observation: "the beginning",
        artifact: "sha256:a",
        reasoning: "Hm",
        edited: { a: { q: "y" } },
        leftOut: { a: [{ item: 2, excerpt: "z", reason: "twice" }] },
        said: { a: [{ by: "Ada", words: "not the last one" }] },
        ...timing,
        chunks: [{ callId: "a", stream: "output", text: "one\ntwo" }],
        refusedTools: [{ tool: "search", sent: "simplified" }],
      },
      { step: 3, thought: "", action: { type: "finish", answer: odd }, critique, ...timing },
      {
        step: 4,
        thought: "All",
        action: set,
        waiting: ["c"],
        refused: ["d"],
        ...timing,
        branches: [
          { callId: "b", tool: "search", ok: true, output: odd, artifact: "sha256:b" },
          failed("d", "no"),
        ],
      },
    ],
    summary: {
      upToStep: 1,
      goals: ["g"],
      facts: { n: odd },
      pending: ["p"],
      lastOutputDigest: "d",
      note: "n",
      by: "model",
    },
    constraints: {
      tools,
      maxTurns: 9,
      hopBudget: 0,
      deadlineMs: 5,
      tokenBudget: 6,
      costBudgetMicroUsd: 0,
      hints: {
        ordering: ["a"],
        parallelGroups: [["a", "b"]],
        sequentialOnly: ["c"],
        disallowed: ["d"],
        preferred: ["e"],
        maxParallel: 2,
      },
      toolCalling: "json",
    },
    answer: null,
  };
}

describe("a trajectory as JSON", () => {
  it("has query, context, steps, summary, constraints and answer", () => {
    const answered = withModelTurn(searched(), turn("42"));
    expect(writeTrajectory(answered)).toEqual({
      query: "Find it",
      context: { lang: "en" },
      steps: [
        {
          step: 1,
          thought: "Look",
          action: { type: "tool", callId: "a", tool: "search", args: { q: "x" } },
          observation: "found",
          usage: { inputTokens: 10, outputTokens: 5 },
          startedAtMs: 1_000,
          latencyMs: 20,
        },
        {
          step: 2,
          thought: "42",
          action: { type: "finish", answer: "42" },
          usage: { inputTokens: 10, outputTokens: 5 },
          startedAtMs: 1_000,
          latencyMs: 20,
        },
      ],
      summary: null,
      constraints: { tools, maxTurns: 8 },
      answer: "42",
    });
  });

  it("reads back with everything that it may have", () => {
    const set = turn("", [toolCall("b"), toolCall("c")], {
      join: toolCall("j", "merge"),
      steering: ["be quick"],
    });
    const open = withObservation(withModelTurn(searched(), set), [failed("c", "no")]);
    const summary = {
      upToStep: 1,
      goals: ["g"],
      facts: { n: 1 },
      pending: [],
      lastOutputDigest: "",
      note: "",
      by: "rule" as const,
    };
    const whole = { ...open, summary };
    expect(read(writeTrajectory(whole))).toStrictEqual(whole);
  });

  it("reads back each field that a trajectory, its limits, its summary and its steps can have", () => {
    const whole = everyField();
    const fieldsOf = (values: object[]) => [...new Set(values.flatMap((value) => Object.keys(value)))].sort();
    expect(fieldsOf([whole])).toEqual(Object.keys(trajectory.shape).sort());
    expect(fieldsOf([whole.constraints])).toEqual(Object.keys(constraints.shape).sort());
    expect(fieldsOf([whole.summary ?? {}])).toEqual(Object.keys(summary.shape).sort());
    expect(fieldsOf(whole.steps)).toEqual(Object.keys(step.shape).sort());
    expect(read(writeTrajectory(whole))).toStrictEqual(whole);
    expect(read(JSON.parse(JSON.stringify(writeTrajectory(whole))))).toStrictEqual(whole);
  });

  it.each<[string, (json: Trajectory) => unknown, string]>([
    ["nothing", () => null, "The trajectory"],
    ["steps of another form", (one) => ({ ...one, steps: [{ step: 1 }] }), "steps.0.thought"],
    [
      "steps out of order",
      (one) => ({ ...one, steps: one.steps.slice(1) }),
      "step 2 stands in the place of another",
    ],
    [
      "an open step before others",
      (one) => ({ ...one, steps: one.steps.map(({ observation: _, ...step }) => step) }),
      "step 1 has no observation, and is not the last",
    ],
    [
      "a summary of steps that are not there",
      (one) => ({
        ...one,
        summary: {
          upToStep: 9,
          goals: [],
          facts: {},
          pending: [],
          lastOutputDigest: "",
          note: "",
          by: "rule",
        },
      }),
      "there is no step 9",
    ],
  ])("is refused with %s", (_, change, problem) => {
    expect(problemOf(change(withModelTurn(searched(), turn("42"))))).toContain(problem);
  });
});

describe("an older trajectory", () => {
  const steps = [
    {
      action: {
        thought: "Look up",
        next_node: "search",
        args: { question: "tides" },
        plan: null,
        join: null,
      },
      observation: { hits: 2 },
      error: null,
      latency_ms: 12,
    },
    {
      action: { thought: "Again", next_node: "search", args: {} },
      observation: null,
      error: "question is missing",
    },
    { action: { thought: "Call", next_node: "fetch", args: null }, failure: { code: 503, message: "busy" } },
    {
      action: {
        thought: "Both",
        next_node: null,
        plan: [
          { node: "read", args: { id: 1 } },
          { node: "read", args: { id: 2 } },
        ],
        join: { node: "merge", inject: { mapping: { parts: "$results" } } },
      },
      observation: {
        branches: [
          { node: "read", args: { id: 1 }, observation: "one" },
          { node: "read", args: { id: 2 }, error: "gone" },
        ],
        stats: { success: 1, failed: 1 },
        join: { node: "merge", status: "skipped", reason: "1 branch failed" },
      },
    },
    { action: { thought: "Done", next_node: null, args: { answer: "High at noon" } } },
  ];

  it("reads as what it says, step by step", () => {
    const old = {
      query: "When is high tide?",
      llm_context: { place: "Brest" },
      steps,
      summary: {
        goals: ["tides", 1],
        facts: { high: "noon" },
        pending: [],
        last_output_digest: "noon",
        note: "by hand",
      },
      constraints: { hop_budget: 9 },
    };
    const trajectory = read(old);
    expect(trajectory).toMatchObject({
      query: "When is high tide?",
      context: { place: "Brest" },
      constraints: { tools: ["search", "fetch", "read", "merge"], hopBudget: 9 },
      summary: {
        upToStep: 5,
        goals: ["tides"],
        facts: { high: "noon" },
        lastOutputDigest: "noon",
        by: "model",
      },
      answer: "High at noon",
    });
    expect(trajectory.steps.map(({ error, observation }) => error ?? observation ?? null)).toEqual([
      { hits: 2 },
      "question is missing",
      '{"code":503,"message":"busy"}',
      expect.objectContaining({ success: 1, failed: 1 }),
      null,
    ]);
    expect(trajectory.steps[0]).toMatchObject({ thought: "Look up", latencyMs: 12 });
    expect(trajectory.steps.slice(3, 4).flatMap(branchesOf)).toEqual([
      { callId: "call_4_1", tool: "read", ok: true, output: "one" },
      { callId: "call_4_2", tool: "read", ok: false, error: "gone" },
      { callId: "call_4_join", tool: "merge", ok: false, error: "1 branch failed" },
    ]);
    expect(next(trajectory)).toMatchObject({ outcome: { answer: "High at noon" } });
    expect(read(writeTrajectory(trajectory))).toStrictEqual(trajectory);
  });

  it("may be its steps alone, without an answer, and with results that were not kept", () => {
    const [first] = steps;
    const plan = [{ node: "read" }, { node: "read" }];
    const bare = [
      first,
      {
        action: { plan, join: { node: "merge" } },
        observation: { branches: ["odd"], join: { status: "skipped" } },
      },
      { action: { plan }, observation: {} },
      { action: { plan } },
      { action: { plan }, error: "read is unknown" },
    ];
    const trajectory = read(bare);
    expect(trajectory).toMatchObject({ query: "", context: null, summary: null, answer: null });
    expect(trajectory.steps.map(({ error }) => error)).toEqual([
      ...[undefined, undefined, undefined, "No results were kept.", "read is unknown"],
    ]);
    expect(
      trajectory.steps
        .slice(1, 3)
        .flatMap(branchesOf)
        .map((one) => (one.ok ? "" : one.error)),
    ).toEqual([
      ...["No result was kept.", "No result was kept.", "It was skipped."],
      ...["No result was kept.", "No result was kept."],
    ]);
    expect(
      read({ steps: bare.slice(0, 1), payload: "so far", constraints: { hop_budget: -1 } }),
    ).toMatchObject({
      answer: "so far",
      constraints: { tools: ["search"], maxTurns: 8 },
    });
    expect(read({ steps: [first], summary: { goals: 1 }, context: 1 })).toMatchObject({
      context: 1,
      summary: { goals: [], facts: {}, note: "" },
    });
  });

  it("is refused with an action that says two things", () => {
    expect(problemOf([{ action: { next_node: "a", plan: [{ node: "b" }] } }])).toContain(
      "steps.0.action: Give either",
    );
  });
});
