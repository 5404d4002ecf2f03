import { describe, expect, it, test } from "vitest";
import { trajectorySummarizer } from "@/lib/agents/trajectory-summarizer";
import { estimatedInputTokens } from "@/lib/core/cost";
import { isJsonObject } from "@/lib/core/json";
import { readRole, writeBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { missionOf } from "@/lib/testing/engine/play-story";
import { openSimulatedModel, SIMULATED_MODEL_ID } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";
import { readTurn } from "./read-turn";
import { playTrajectorySummarizer } from "./scenarios/template-trajectory-summary";
import { summarizedRounds } from "./turn";

const user = (...texts: string[]) =>
  texts.map((text) => ({ role: "user" as const, content: [{ type: "text" as const, text }] }));
const task = { id: "t", title: "Run the tests", details: [], input: "go" };
const steps = [
  {
    step: 1,
    thought: "I run both.",
    calls: [
      { tool: "run_tests", args: { suite: "smoke" }, gave: { passed: 10, total: 10 } },
      { tool: "run_tests", args: { suite: "load" }, failed: "it timed out" },
    ],
  },
  { step: 2, thought: "", calls: [{ tool: "read_logs", args: {}, gave: "all quiet" }] },
];

function summarize(earlier?: object) {
  const { system, messages } = trajectorySummarizer.buildPrompt({
    mission: "Ship",
    task,
    ...(earlier && { earlier: earlier as never }),
    steps,
  });
  const [first] = messages;
  const prompt = [
    { role: "system" as const, content: system },
    ...user(first?.role === "user" ? first.text : ""),
  ];
  const read = trajectorySummarizer.parse(playTrajectorySummarizer(readTurn({ prompt })).text);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

describe("the simulated model as summarizer of an agent's steps", () => {
  it("tells what every call gave, in a form that the role reads", () => {
    expect(summarize()).toMatchObject({
      goals: ["Run the tests"],
      facts: {
        'step 1.1: run_tests {"suite":"smoke"}': '{"passed":10,"total":10}',
        'step 1.2: run_tests {"suite":"load"}': '{"failed":"it timed out"}',
        "step 2: read_logs {}": "all quiet",
      },
      note: "Summarized: 3 calls of 2 steps.",
    });
  });

  it("carries an earlier summary over", () => {
    const earlier = {
      goals: [],
      facts: { "step 0: now {}": "noon" },
      pending: [],
      lastOutputDigest: "",
      note: "",
    };
    expect(Object.keys(summarize(earlier).facts)[0]).toBe("step 0: now {}");
  });
});

describe("the simulated model as an agent with a summary", () => {
  it("takes the calls that it tells of for its own, round by round, before those that are still there", () => {
    const conversation = user("the task", writeBlock("summary", { upToStep: 2, ...summarize() }));
    expect(readTurn({ prompt: conversation }).rounds).toEqual([
      [
        { tool: "run_tests", args: { suite: "smoke" }, output: { passed: 10, total: 10 }, failed: false },
        { tool: "run_tests", args: { suite: "load" }, output: "it timed out", failed: true },
      ],
      [{ tool: "read_logs", args: {}, output: "all quiet", failed: false }],
    ]);
  });

  it("remembers nothing from a task that speaks of summaries, nor from facts of another kind", () => {
    const summary = writeBlock("summary", { facts: { "step 1: look {}": 1 } });
    expect(summarizedRounds(user(summary))).toEqual([]);
    expect(summarizedRounds(user("task", writeBlock("summary", { facts: { colour: "red" } })))).toEqual([]);
    expect(summarizedRounds(user("task", writeBlock("summary", "none")))).toEqual([]);
  });
});

test("a story continues from the summary of its agent's first steps, and calls nothing twice", async () => {
  const free = await playTask();
  expect(free.calls.length).toBeGreaterThan(1);
  const tokenBudget = Math.max(...free.sizes) - 1;
  const tight = await playTask({ tokenBudget });
  expect(tight.task?.attempts[0]?.summarizedSteps).toBeGreaterThan(0);
  expect(Math.max(...tight.sizes)).toBeLessThanOrEqual(tokenBudget);
  expect(tight.calls).toEqual(free.calls);
  expect(tight.task?.result).toEqual(free.task?.result);
});

/** One task of a story by itself: what its agent called, the sizes of its requests, and what became of it. */
async function playTask(agent: object = {}) {
  const simulated = openSimulatedModel();
  const box = createToolbox(builtInTools({ nowMs: () => 0 }));
  const sizes: number[] = [];
  const calls: string[] = [];
  const { store, ...engine } = createMemoryEngine({
    model: {
      list: simulated.list,
      call(request, context) {
        if (readRole(request.system) === "agent") sizes.push(estimatedInputTokens(request));
        return simulated.call(request, context);
      },
    },
    tools: {
      ...box,
      async run(name, args, context) {
        calls.push(box.summarize(name, args));
        // What tools give is mostly longer than what has to be known of it.
        const result = await box.run(name, args, context);
        return result.ok && isJsonObject(result.output)
          ? { ...result, output: { ...result.output, log: "all quiet ".repeat(300) } }
          : result;
      },
    },
  });
  const tools = ["list_deployments", "read_logs", "compare_versions"];
  const plan = {
    title: "Logs",
    agents: { analyst: { prompt: "You read logs.", tools, ...agent } },
    tasks: [{ id: "analyze_logs", title: "Analyze the logs", agent: "analyst", input: "Read the logs" }],
  };
  const settings = { models: { default: SIMULATED_MODEL_ID }, replanOnFailure: false };
  await engine.create(missionOf("auth-bug"), plan, settings);
  await (await engine.lease()).ended;
  return { task: store.state(RUN_ID).tasks.analyze_logs, calls: calls.toSorted(), sizes };
}
