import { expect, test } from "vitest";
import { formatReasons } from "@/lib/core/describe/reason";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";

const first = { title: "Plan", tasks: [{ id: "a", title: "A", input: "go" }] };
const more = { title: "More", tasks: [{ id: "b", title: "B", input: "go on", depends_on: ["a"] }] };
const done = {
  finalAnswer: "All is done.",
  qualityScore: 0.9,
  qualityReasoning: "Both are there.",
  needReplan: false,
  replanReason: null,
  usedEvidence: ["a", "b"],
};
const lacking = {
  ...done,
  finalAnswer: "A is done.",
  qualityScore: 0.4,
  needReplan: true,
  replanReason: "B is missing.",
};

type Said = { planner?: object[]; summarizer?: ScriptedAnswer[]; work?: string };
type Told = { engine: MemoryEngine; asked: Record<string, string[]> };

/** Runs a mission whose planner and summarizer give these answers one after the other, the last one again and again. */
async function reported(
  { planner = [first, more], summarizer = [], work = "done" }: Said,
  settings = {},
): Promise<Told> {
  const asked: Record<string, string[]> = {};
  const next = <T>(role: string, answers: T[]) =>
    answers[Math.min(asked[role]?.length ?? 1, answers.length) - 1] as T;
  const model = createScriptedModel(({ role = "", prompt }) => {
    asked[role] = [...(asked[role] ?? []), prompt];
    if (role === "planner") return JSON.stringify(next(role, planner));
    if (role === "summarizer") return next(role, summarizer);
    return role === "answer" ? "Plainly done." : work;
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do A and B", undefined, { summarizer: "on", ...settings });
  await (await engine.lease()).ended;
  return { engine, asked };
}

const stateOf = ({ engine }: Told) => engine.store.state(RUN_ID);
const text = (value: object) => JSON.stringify(value);

test("the planner adds what the summarizer misses, behind what is done, and the second summary ends the run", async () => {
  const run = await reported({ summarizer: [text(lacking), text(done)] });
  const state = stateOf(run);
  expect(state.finished).toMatchObject({ reason: "answer_complete" });
  expect(state.order).toEqual(["a", "b"]);
  expect(state.counters).toMatchObject({ iterations: 1, replans: 0, attempts: 2 });
  expect(state.answer).toMatchObject({ inline: "All is done." });

  const [, iteration = ""] = run.asked.planner ?? [];
  expect(readJsonBlock(iteration, "trigger")).toEqual({
    kind: "iteration",
    number: 1,
    reason: "B is missing.",
  });
  expect(readJsonBlock(iteration, "completed")).toEqual([{ id: "a", title: "A", preview: "done" }]);
  expect(readBlock(iteration, "history")).toBe("[Iteration 1] B is missing.");
  const [, second = ""] = run.asked.summarizer ?? [];
  expect(readBlock(second, "history")).toBe("[Iteration 1] B is missing.");
});

test("the planner of an iteration is shown more of a few results than of many, as a replanner is", async () => {
  const work = "word ".repeat(1_000);
  const run = await reported({ summarizer: [text(lacking), text(done)], work });
  const [completed] = readJsonBlock(run.asked.planner?.[1] ?? "", "completed") as { preview: string }[];
  expect(completed?.preview.length).toBeGreaterThan(900);
  expect(completed?.preview.length).toBeLessThan(1_100);
});

test("the summarizer is given results in full, what failed, and what results were held against", async () => {
  const plan = {
    title: "Plan",
    tasks: [
      { id: "a", title: "A", input: "go", output_schema: { type: "array" } },
      {
        id: "b",
        title: "B",
        input: "go",
        output_schema: { type: "object" },
        on_verification_failure: "stop",
        critical: false,
      },
    ],
  };
  const items = text(Array.from({ length: 200 }, (_, n) => n) as never);
  const run = await reported({ planner: [plan], summarizer: [text(done)], work: items });
  const [prompt = ""] = run.asked.summarizer ?? [];
  expect(readJsonBlock(prompt, "results")).toEqual([
    { id: "a", title: "A", status: "succeeded", value: JSON.parse(items) },
    { id: "b", title: "B", status: "failed", value: null },
  ]);
  expect(readJsonBlock(prompt, "errors")).toEqual([
    { taskId: "b", status: "failed", diagnosis: expect.any(String) },
  ]);
  expect(readJsonBlock(prompt, "evidence")).toEqual([
    { taskId: "a", layer: "schema", outcome: "passed" },
    { taskId: "b", layer: "schema", outcome: "failed", about: expect.any(String) },
  ]);
});

test("results share the room there is; a long one is shown by its beginning", async () => {
  const run = await reported({ planner: [first], summarizer: [text(done)], work: "long ".repeat(3_000) });
  const [{ value }] = readJsonBlock(run.asked.summarizer?.[0] ?? "", "results") as [{ value: string }];
  expect(value).toHaveLength(5_000);
  expect(value).toMatch(/…$/);
});

test("a summarizer that never answers readably is not asked forever: the plain answer ends the run, and says so", async () => {
  const run = await reported({ summarizer: ["I like it."] });
  const state = stateOf(run);
  expect(run.asked.summarizer).toHaveLength(4);
  expect(state.finished).toMatchObject({
    reason: "answer_complete",
    because: [{ code: "summary_failed" }],
  });
  expect(state.answer).toMatchObject({ inline: "Plainly done." });
  expect(state.counters.iterations).toBe(0);
});

test("a summarizer that cannot be reached backs off like any model, and is asked again", async () => {
  const run = await reported(
    { summarizer: [{ fail: { code: "quota" } }, text(done)], planner: [first] },
    { modelRetryDelayMs: 1 },
  );
  expect(stateOf(run)).toMatchObject({ finished: { reason: "answer_complete" }, summaries: [{}] });
});

test.each([
  ["brings nothing new", { title: "Same", tasks: [] }, "It adds no task"],
  ["repeats what is done", first, "It adds no task"],
  [
    "needs what is not there",
    { title: "x", tasks: [{ id: "c", input: "go", depends_on: ["nobody"] }] },
    "nobody",
  ],
])(
  "a planner that %s is asked once more, then the last good answer ends the run with the error",
  async (_, plan, why) => {
    const run = await reported({ planner: [first, plan], summarizer: [text(lacking)] });
    const state = stateOf(run);
    expect(state.finished).toMatchObject({ reason: "completed_early" });
    expect(formatReasons(state.finished?.because)).toContain("Iteration 1 could not be planned");
    expect(formatReasons(state.finished?.because)).toContain(why);
    expect(state.answer).toMatchObject({ inline: "A is done." });
    expect(state.planVersion).toBe(1);
  },
);

test("one that fixes its plan continues", async () => {
  const run = await reported({ planner: [first, first, more], summarizer: [text(lacking), text(done)] });
  expect(readBlock(run.asked.planner?.[2] ?? "", "problem")).toContain("It adds no task");
  expect(stateOf(run)).toMatchObject({ order: ["a", "b"], finished: { reason: "answer_complete" } });
});

test("a person who wants an iteration's plan changed has only its new tasks rewritten", async () => {
  const changed = { title: "Other", tasks: [{ id: "c", title: "C", input: "go" }] };
  const settings = { planApproval: true };
  const run = await reported(
    { planner: [first, more, changed], summarizer: [text(lacking), text(done)] },
    settings,
  );
  const { engine } = run;
  await engine.person({ type: "decide", verb: "approve" });
  await (await engine.lease()).ended;
  await engine.person({ type: "decide", verb: "request_changes", comment: "C instead" });
  await (await engine.lease()).ended;
  const [, , again = ""] = run.asked.planner ?? [];
  expect(readBlock(again, "feedback")).toBe("C instead");
  expect(readJsonBlock(again, "draft")).toMatchObject({ tasks: [{ id: "b" }] });
  await engine.person({ type: "decide", verb: "approve" });
  await (await engine.lease()).ended;
  expect(stateOf(run)).toMatchObject({
    planVersion: 3,
    order: ["a", "c"],
    finished: { reason: "answer_complete" },
  });
});

test("an iteration that halts is summarized with its error, which the end tells too", async () => {
  const failing = {
    title: "More",
    tasks: [{ id: "b", input: "go", output_schema: { type: "object" }, on_verification_failure: "stop" }],
  };
  const settings = { replanOnFailure: false, maxIterations: 1 };
  const run = await reported({ planner: [first, failing], summarizer: [text(lacking)] }, settings);
  const [, prompt = ""] = run.asked.summarizer ?? [];
  expect(readJsonBlock(prompt, "errors")).toMatchObject([{ taskId: "b", status: "failed" }]);
  expect(readBlock(prompt, "note")).toContain("The plan was stopped");
  expect(stateOf(run).finished).toMatchObject({
    reason: "completed_early",
    because: [{ code: "schema_mismatch" }],
  });
});

test("a result that the answer names is handed over whole, and the outcome is told apart from it", async () => {
  const memo = `# Memo\n\n${"It is done. ".repeat(800)}`;
  const finalAnswer = "Here it is:\n\n{{results.a}}\n\n{{results.nowhere}} {{results.a.x}}";
  const run = await reported({
    work: memo,
    summarizer: [text({ ...done, outcome: "The memo is written.", finalAnswer })],
  });
  const [summary] = stateOf(run).summaries;
  expect(summary?.outcome).toBe("The memo is written.");
  const { answer } = stateOf(run);
  const ref = answer && "ref" in answer ? answer.ref : "";
  const { workspaceId } = stateOf(run);
  const whole = await run.engine.store.reads.values(workspaceId, [ref]);
  expect(whole.get(ref)).toBe(
    `Here it is:\n\n${memo.trim()}\n\n(“nowhere” is not there.) (“x” of “A” is not there.)`,
  );
});

test("data that is the whole answer is handed over as JSON", async () => {
  const run = await reported({
    work: '{"n": 1}',
    summarizer: [text({ ...done, finalAnswer: "{{results.a}}" })],
  });
  expect(stateOf(run).answer).toMatchObject({ inline: '```json\n{\n  "n": 1\n}\n```' });
});

test.each([
  ["among words as people read it", "In all {{results.a.n}}: {{results.a}}", "In all 1: \n\n- **n**: 1"],
  ["as JSON in code", "```\n{{results.a}}\n```", '```\n{\n  "n": 1\n}\n```'],
  ["as JSON where that is announced", "The JSON:\n{{results.a}}", 'The JSON:\n```json\n{\n  "n": 1\n}\n```'],
])("data is handed over %s", async (_, finalAnswer, inline) => {
  const run = await reported({ work: '{"n": 1}', summarizer: [text({ ...done, finalAnswer })] });
  expect(stateOf(run).answer).toMatchObject({ inline });
});

test("the summarizer does not see a failure that another task made good", async () => {
  const plan = {
    title: "P",
    tasks: [{ id: "a", title: "A", input: "go", verification: "(= data/result 1)" }],
  };
  const tail = {
    title: "T",
    tasks: [{ id: "b", title: "B", input: "another way", replaces: "a", verification: "true" }],
  };
  const asked: string[] = [];
  const model = createScriptedModel(({ role, prompt }) => {
    if (role === "planner") return text(plan);
    if (role === "replanner") return text(tail);
    if (role !== "summarizer") return "done";
    asked.push(prompt);
    return text(done);
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do A", undefined, { summarizer: "on", replanCooldownMs: 0 });
  await (await engine.lease()).ended;
  const [prompt = ""] = asked;
  expect(readBlock(prompt, "errors")).toBeUndefined();
  expect(readJsonBlock(prompt, "results")).toEqual([
    { id: "b", title: "B", status: "succeeded", value: "done" },
  ]);
});
