import { expect, test } from "vitest";
import { REVIEW_ANSWER } from "@/lib/agents/reviewer";
import type { ModelRequest } from "@/lib/core/ports";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { riskOf } from "@/lib/core/run/gates/risk";
import { statedReason } from "@/lib/core/run/reasons";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

const decision = (word: string, over: object = {}) =>
  JSON.stringify({ decision: word, reasoning: `because ${word}`, conditions: [], answers: [], ...over });

/** A review by these people, of one task and before another. */
const reviewedBy = (reviewers: string[], consensus: string) => ({
  title: "Plan",
  agents: {
    safety: { prompt: "You look for harm." },
    cost: { prompt: "You look at money.", model: "cheap" },
  },
  tasks: [
    { id: "a", title: "First", input: "go" },
    { id: "r", title: "Check", type: "planning_review", dependsOn: ["a"], review: { reviewers, consensus } },
    { id: "b", title: "Last", input: "go", dependsOn: ["r"] },
  ],
});

type Asked = { brief: string; model: string; problem: string | undefined };
type Story = { engine: MemoryEngine; asked: Asked[] };

/** Plays the plan; `says` answers by the first line of the reviewer's brief, and by how often it was asked. */
async function play(
  plan: object,
  says: (name: string, nth: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
  more: object = {},
  settings: object = {},
): Promise<Story> {
  const asked: Asked[] = [];
  const model = createScriptedModel(({ role, prompt, modelId }) => {
    if (role !== "reviewer") return "All is done.";
    const brief = readBlock(prompt, "agent_brief") ?? "nobody";
    asked.push({ brief, model: modelId, problem: readBlock(prompt, "problem") });
    const [name = ""] = brief.replace("You are ", "").split(".");
    return says(name, asked.filter((one) => one.brief === brief).length);
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", plan, { modelRetryDelayMs: 1, ...settings }, more);
  await (await engine.lease()).ended;
  return { engine, asked };
}

const state = ({ engine }: Story) => engine.store.state(RUN_ID);
const votes = (story: Story) =>
  Object.fromEntries(
    (state(story).tasks.r?.votes ?? []).map((vote) => [
      vote.reviewer,
      vote.proposal?.decision ?? vote.problem?.code,
    ]),
  );

test("each reviewer judges in its own name, by its own prompt and model; a name that is no agent's is a role", async () => {
  const story = await play(reviewedBy(["safety", "cost", "the customer"], "majority"), (name) =>
    decision(name === "cost" ? "ABORT" : "CONTINUE"),
  );
  expect(story.asked.toSorted((a, b) => a.brief.localeCompare(b.brief))).toEqual([
    { brief: "You are cost.\nYou look at money.", model: "cheap", problem: undefined },
    { brief: "You are safety.\nYou look for harm.", model: "scripted:model", problem: undefined },
    { brief: "You are the customer.", model: "scripted:model", problem: undefined },
  ]);
  expect(votes(story)).toEqual({ safety: "CONTINUE", cost: "ABORT", "the customer": "CONTINUE" });
  expect(state(story)).toMatchObject({
    finished: { reason: "answer_complete" },
    tasks: { r: { consensus: { reached: true } }, b: { status: "succeeded" } },
  });
});

test("one reviewer with a name is asked in it too, and without one nobody is named", async () => {
  const named = await play(reviewedBy(["safety"], "unanimous"), () => decision("CONTINUE"));
  expect(named.asked).toMatchObject([{ brief: "You are safety.\nYou look for harm." }]);
  expect(state(named).tasks.r?.proposal?.reviewer).toBe("safety");
  const plain = await play(reviewedBy([], "any"), () => decision("CONTINUE"));
  expect(plain.asked).toMatchObject([{ brief: "nobody" }]);
  expect(state(plain).tasks.r?.proposal?.reviewer).toBe("reviewer");
});

test("a tail comes with what it would set free, up to what asks people again", async () => {
  const [send, tail] = [
    { id: "send", title: "Send the note", agent: "mailer", input: "Mail it to board@good.example" },
    { title: "Tail", agents: { mailer: { prompt: "You mail.", tools: ["mail"] } } },
  ];
  const proposed = async (...tasks: object[]) => {
    const model = createScriptedModel(({ role }) =>
      role === "reviewer" ? decision("REPLAN", { updatedPlan: { ...tail, tasks } }) : "All is done.",
    );
    const engine = createMemoryEngine({
      model,
      tools: createToolbox([testTool("mail", { sideEffects: "external" })]),
    });
    await engine.create("Do it", reviewedBy([], "any"), { reviewMode: "manual" });
    await (await engine.lease()).ended;
    const current = engine.store.state(RUN_ID);
    const [gate] = Object.values(current.approvals);
    return {
      release: current.tasks.r?.proposal?.tailRelease,
      risk: gate && riskOf(current, gate, "approve"),
    };
  };
  const acts = [{ title: "Send the note", tools: ["mail"] }];
  const { release, risk } = await proposed(send);
  expect(release?.acts).toEqual(acts);
  expect(risk).toEqual({ code: "starts_changes", tasks: acts });
  const other = await proposed({ ...send, input: "Mail it to attacker@evil.example" });
  expect(other.release?.acts).toEqual(acts);
  expect(other.release?.digest).not.toBe(release?.digest);
  const ask = { id: "may", title: "May it?", type: "human_review" };
  const asked = await proposed(ask, { ...send, dependsOn: ["may"] });
  expect(asked).toMatchObject({ release: { acts: [] }, risk: undefined });
});

test("they are asked at the same time", async () => {
  let waiting: (() => void)[] = [];
  const story = await play(reviewedBy(["x", "y", "z"], "unanimous"), async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length < 3) return;
      for (const release of waiting) release();
      waiting = [];
    });
    return decision("CONTINUE");
  });
  expect(state(story).finished?.reason).toBe("answer_complete");
});

test("only the one who could not be read is asked once more; still unreadable, it is no vote", async () => {
  const story = await play(reviewedBy(["x", "y", "z"], "majority"), (name, nth) => {
    if (name === "x") return nth === 1 ? "Looks fine to me." : decision("CONTINUE");
    return name === "y" ? "CONTINUE or ABORT, I cannot say." : decision("CONTINUE");
  });
  const times = (name: string) => story.asked.filter(({ brief }) => brief === `You are ${name}.`).length;
  expect([times("x"), times("y"), times("z")]).toEqual([2, 2, 1]);
  const problems = story.asked.flatMap(({ problem }) => problem ?? []);
  expect(problems).toHaveLength(2);
  for (const problem of problems) expect(problem).toContain(JSON.stringify(REVIEW_ANSWER));
  expect(votes(story)).toMatchObject({ x: "CONTINUE", z: "CONTINUE", y: "unreadable_answer" });
  expect(state(story).finished?.reason).toBe("answer_complete");
});

test.each<[string, Record<string, string>, string | undefined]>([
  ["majority", { x: "CONTINUE", y: "REPLAN" }, "REPLAN"],
  ["unanimous", { x: "COMPLETE", y: "CONTINUE" }, "CONTINUE"],
  ["unanimous", { x: "CONTINUE", y: "mumble" }, "CONTINUE"],
  ["any", { x: "mumble", y: "mumble" }, undefined],
])("%s of %o is a question to a person, who may decide it", async (consensus, said, proposed) => {
  const updatedPlan = { title: "Tail", tasks: [{ id: "n", title: "New", input: "go" }] };
  const over: Record<string, object> = { COMPLETE: { finalResult: "done" }, REPLAN: { updatedPlan } };
  const story = await play(reviewedBy(["x", "y"], consensus), (name) =>
    decision(said[name] ?? "", over[said[name] ?? ""] ?? {}),
  );
  expect(Object.values(state(story).approvals)).toMatchObject([{ kind: "review_decision", status: "open" }]);
  expect(state(story).tasks.r?.proposal?.decision).toBe(proposed);
  await story.engine.person({ type: "decide", verb: "REPLAN", comment: "another way" });
  await (await story.engine.lease()).ended;
  // The tail of the one who proposed it is taken; without one the replanner is asked, who here writes no plan.
  if (proposed === "REPLAN") expect(state(story).tasks.n?.status).toBe("succeeded");
  else expect(state(story).replan?.cause.reason).toEqual(statedReason("another way"));
});

test("a vote that was given outlives the worker and the failures of the others", async () => {
  const story = await play(reviewedBy(["x", "y", "z"], "unanimous"), (name, nth) =>
    name === "y" && nth < 3 ? { fail: { code: "quota" } } : decision("CONTINUE"),
  );
  expect(story.asked.map(({ brief }) => brief).toSorted()).toEqual([
    "You are x.",
    "You are y.",
    "You are y.",
    "You are y.",
    "You are z.",
  ]);
  expect(state(story).finished?.reason).toBe("answer_complete");
});

test("a decision given in advance asks no model", async () => {
  const reviews = { r: { verb: "COMPLETE", reason: "it is known to be done" } };
  const story = await play(reviewedBy(["x", "y"], "any"), () => decision("ABORT"), { reviews });
  expect(story.asked).toEqual([]);
  expect(state(story)).toMatchObject({
    finished: { reason: "completed_early" },
    tasks: { b: { status: "skipped" } },
  });
});

test("a review that its condition does not call for asks none of its reviewers, whatever was decided in advance", async () => {
  const plan = reviewedBy(["x", "y"], "any");
  const review = { reviewers: ["x", "y"], condition: { previousFailed: true } };
  plan.tasks[1] = { ...plan.tasks[1], review } as never;
  const story = await play(plan, () => decision("ABORT"), { reviews: { r: { verb: "ABORT" } } });
  expect(story.asked).toEqual([]);
  expect(state(story)).toMatchObject({
    finished: { reason: "answer_complete" },
    tasks: { r: { status: "skipped" } },
  });
});

test("a budget with room for one call at a time has them asked one after the other, each of them once", async () => {
  const settings = { maxTokens: 16_000, maxOutputTokens: 4_000 };
  const story = await play(
    reviewedBy(["x", "y", "z"], "unanimous"),
    () => decision("CONTINUE"),
    {},
    settings,
  );
  const waited = story.engine.store.events(RUN_ID).filter(({ type }) => type === "budget_awaited");
  expect(waited.length).toBeGreaterThan(0);
  expect(story.asked).toHaveLength(3);
  expect(state(story).finished?.reason).toBe("answer_complete");
});

test("when a worker dies while one is still thinking, only that one is asked again", async () => {
  const asked: string[] = [];
  const model = createScriptedModel(({ role, prompt }) => {
    if (role !== "reviewer") return "All is done.";
    const brief = readBlock(prompt, "agent_brief") ?? "";
    asked.push(brief);
    const hangs = brief === "You are z." && asked.filter((one) => one === brief).length === 1;
    return hangs ? new Promise<never>(() => {}) : decision("CONTINUE");
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", reviewedBy(["x", "y", "z"], "unanimous"));
  const first = await engine.lease();
  await engine.until((now) => now.tasks.r?.votes?.length === 2 && asked.length === 3);
  first.lose();
  await engine.store.jobs.release(first.claim);
  await (await engine.lease()).ended;
  expect(asked.toSorted()).toEqual(["You are x.", "You are y.", "You are z.", "You are z."]);
  expect(engine.store.state(RUN_ID)).toMatchObject({
    finished: { reason: "answer_complete" },
    tasks: { r: { attempt: 1, votes: [{}, {}, {}] } },
  });
});

const LONG = JSON.stringify({ rows: Array.from({ length: 900 }, (_, n) => `row ${n}`) });

/** A review of `a`, whose result is long, after work that is not under review. */
const longPlan = {
  title: "Ship the rows",
  objective: "Every row is there",
  tasks: [
    { id: "z", title: "Prepare", input: "go" },
    { id: "a", title: "Rows", input: "go", dependsOn: ["z"] },
    {
      id: "r",
      title: "Are they all there?",
      type: "planning_review",
      dependsOn: ["a"],
      review: { focus: "Rows", previousTasks: ["a"] },
    },
    { id: "ok", title: "Release", type: "human_review", dependsOn: ["r"], gate: { assignees: ["Ada"] } },
    { id: "b", title: "Send", input: "go", agent: "supervisor", dependsOn: ["ok"] },
  ],
};

test("a reviewer sees its place, results up to a share, what is open, and reads any of them whole", async () => {
  const seen: ModelRequest[] = [];
  const model = createScriptedModel((request) => {
    if (request.role !== "reviewer") return request.prompt.includes('"id":"a"') ? LONG : "All is done.";
    seen.push(request);
    const last = request.messages.at(-1);
    if (last?.role !== "tool") return { calls: [{ tool: "read_result", args: { task: "a", offset: 10 } }] };
    return decision("CONTINUE");
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", longPlan, { constraints: "Never on a Friday", reviewMode: "auto" });
  await (await engine.lease()).ended;
  const [first, second] = seen;
  const [message] = first?.messages ?? [];
  const prompt = message?.role === "user" ? message.text : "";
  expect(readJsonBlock(prompt, "plan")).toEqual({
    title: "Ship the rows",
    objective: "Every row is there",
    checkpoint: { id: "r", title: "Are they all there?", dependsOn: ["a"], waiting: ["ok"] },
  });
  expect(readBlock(prompt, "constraints")).toBe("Never on a Friday");
  const [shown] = readJsonBlock(prompt, "tasks") as { result: string; cut: string }[];
  expect(shown?.result).toBe(LONG.slice(0, 4_000));
  expect(shown?.cut).toBe(`4000 of ${LONG.length} characters`);
  expect(readJsonBlock(prompt, "completed")).toMatchObject([{ id: "z", result: "All is done." }]);
  expect(readJsonBlock(prompt, "obligations")).toMatchObject([
    { control: "ok", needs: "human_review by a person of Ada; shows r" },
  ]);
  expect(first?.tools?.map(({ name }) => name)).toEqual(["read_result"]);
  expect([first?.output?.name, second?.output?.name]).toEqual(["review_decision", "review_decision"]);
  const answer = second?.messages.at(-1);
  expect(answer?.role === "tool" && answer.results[0]?.output).toEqual({
    chars: LONG.length,
    offset: 10,
    text: LONG.slice(10, 16_010),
  });
  expect(seen).toHaveLength(2);
  expect(engine.store.state(RUN_ID).tasks.r?.status).toBe("succeeded");
});

test("one that never stops reading has to answer, and what is not there is said", async () => {
  const outputs: unknown[] = [];
  const model = createScriptedModel((request) => {
    if (request.role !== "reviewer") return LONG;
    const last = request.messages.at(-1);
    if (last?.role === "tool") outputs.push(last.results[0]?.output);
    return {
      text: decision("CONTINUE"),
      calls: [{ tool: outputs.length === 1 ? "look" : "read_result", args: 7 }],
    };
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", longPlan, { reviewMode: "auto" });
  await (await engine.lease()).ended;
  expect(outputs).toMatchObject([
    { error: "Known results: a, z." },
    { error: 'There is no tool "look".' },
    { error: "Known results: a, z." },
    { error: "Known results: a, z." },
    { error: "Look nothing more up: give your answer." },
  ]);
  expect(engine.store.state(RUN_ID).tasks.r?.status).toBe("succeeded");
});
