import { expect, test } from "vitest";
import { estimatedInputTokens } from "@/lib/core/cost";
import type { ModelInfo, ModelRequest } from "@/lib/core/ports";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { deferred } from "@/lib/testing/deferred";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import type { Script, ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

const look = testTool("look", {
  inputSchema: { type: "object", properties: { at: { type: "integer" } } },
  run: ({ at = 0 }) => ({ at, found: `thing ${at}`, more: "x".repeat(2_000) }),
});
const task = { id: "t", title: "Look around", agent: "worker", input: "go" };
const overflow: ScriptedAnswer = { fail: { code: "context_overflow", message: "too long" } };

const SUMMARY = JSON.stringify({
  goals: ["look at the rest"],
  facts: [{ name: "thing", value: "seen" }],
  pending: ["4 and on"],
  lastOutputDigest: "thing 3",
  note: "",
});

const turnsIn = ({ messages }: ModelRequest): number =>
  messages.filter(({ role }) => role === "assistant").length;
const summaryIn = ({ messages }: ModelRequest) =>
  messages.flatMap((one) => (one.role === "user" ? (readJsonBlock(one.text, "summary") ?? []) : [])).at(0);

/** An agent that looks at one thing a turn and answers at turn `until`; its model takes at most `fits` turns. */
function looking({ until = 6, fits = 3, summary = SUMMARY as ScriptedAnswer } = {}): Script {
  let turns = 0;
  return (request) => {
    if (request.role === "trajectory_summarizer") return summary;
    if (turnsIn(request) > fits) return overflow;
    turns += 1;
    return turns < until ? { calls: [{ tool: "look", args: { at: turns } }] } : "all seen";
  };
}

const play = (script: Script, settings: object = {}) =>
  playScriptedRun([task], { script, tools: [look], settings });
type Played = Awaited<ReturnType<typeof play>>;
const agentRequests = ({ model }: Played) =>
  model.requests.filter(({ system }) => system.startsWith("Role: agent"));

test("a conversation that no longer fits is summarized by a model and sent once more", async () => {
  const run = await play(looking());
  expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
  expect(run.payloads("steps_summarized")).toEqual([{ taskId: "t", attempt: 1, upToStep: 3, by: "model" }]);
  const [refused, again] = agentRequests(run).slice(4, 6);
  expect(turnsIn(refused as ModelRequest)).toBe(4);
  expect(turnsIn(again as ModelRequest)).toBe(1);
  expect(again?.messages[0]).toEqual(refused?.messages[0]);
  expect(summaryIn(again as ModelRequest)).toEqual({
    upToStep: 3,
    goals: ["look at the rest"],
    facts: { thing: "seen" },
    pending: ["4 and on"],
    lastOutputDigest: "thing 3",
    note: "",
  });
});

test("every result in a request belongs to a call in it, and the steps stay stored in full", async () => {
  const run = await play(looking({ until: 9 }), { maxTurns: 20 });
  expect(run.payloads("steps_summarized").length).toBeGreaterThan(1);
  for (const { messages } of agentRequests(run)) {
    const answered = messages.flatMap((one) =>
      one.role === "tool" ? one.results.map(({ callId }) => callId) : [],
    );
    const called = messages.flatMap((one) =>
      "verbatim" in one
        ? one.verbatim.flatMap((part) => (part as { toolCalls: { callId: string }[] }).toolCalls)
        : [],
    );
    expect(answered).toEqual(called.map(({ callId }) => callId));
  }
  const { steps } = await run.engine.store.reads.attempt(RUN_ID, "t", 1);
  expect(steps).toHaveLength(9);
  expect(steps[0]?.body).toMatchObject({ step: 1, observation: { found: "thing 1" } });
});

test("the call of the summarizer is reserved, recorded and counted under its role", async () => {
  const run = await play(looking(), { maxTokens: 1_000_000 });
  const calls = run.payloads("llm_called").filter(({ role }) => role === "trajectory_summarizer");
  expect(calls).toMatchObject([
    {
      taskId: "t",
      attempt: 1,
      step: 5,
      inputTokens: 100,
      costMicroUsd: 120,
      reservationId: expect.any(String),
    },
  ]);
  expect(run.state().tasks.t?.attempts[0]).toMatchObject({ summarizedSteps: 3, model: "scripted:model" });
});

test.each<[string, ScriptedAnswer, object]>([
  ["cannot be read", "I would rather not.", { code: "unreadable_answer" }],
  ["is itself too long for its model", overflow, { failure: "context_overflow", text: "too long" }],
  ["is refused", { fail: { code: "auth", message: "no key" } }, { failure: "auth", text: "no key" }],
])("a summary that %s is made by rule", async (_, summary, reason) => {
  const run = await play(looking({ summary }));
  expect(run.state().tasks.t?.status).toBe("succeeded");
  expect(run.payloads("steps_summarized")).toMatchObject([{ upToStep: 3, by: "rule", reason }]);
  expect(summaryIn(agentRequests(run)[5] as ModelRequest)).toMatchObject({
    goals: ["Look around"],
    facts: { 'step 3: look {"at":3}': expect.stringContaining("thing 3") },
  });
});

test("a conversation that does not fit even then ends the attempt", async () => {
  const run = await play((request, context) =>
    request.role === "agent" && (turnsIn(request) > 0 || summaryIn(request))
      ? overflow
      : looking()(request, context),
  );
  expect(run.state().tasks.t).toMatchObject({
    status: "failed",
    failureCode: "error",
    diagnosis: { code: "conversation_too_long" },
  });
  const requests = agentRequests(run);
  // The first turn, the one that does not fit, and the same once more.
  expect(requests.map(turnsIn)).toEqual([0, 1, 0]);
});

test("a task that does not fit by itself ends the attempt at once", async () => {
  const run = await play(() => overflow);
  expect(run.state().tasks.t).toMatchObject({ status: "failed", failureCode: "error" });
  expect(run.model.requests.filter(({ system }) => system.includes("trajectory_summarizer"))).toEqual([]);
});

test("a summary of steps keeps people's messages word for word in the request", async () => {
  const asked = deferred();
  const reported = deferred();
  const script = looking();
  const model = createScriptedModel(async (request, context) => {
    if (request.role === "answer") return "All is done.";
    if (request.role === "agent" && turnsIn(request) === 0) {
      asked.resolve();
      await reported.promise;
    }
    return script(request, context);
  });
  const engine = createMemoryEngine({ model, tools: createToolbox([look]) });
  const agents = { worker: { prompt: "Work.", tools: ["look"] } };
  await engine.create("Do it", { title: "Plan", agents, tasks: [task] });
  const actor = await engine.lease();
  await asked.promise;
  await engine.person({ type: "steer", taskId: "t", message: "Leave the cellar alone." });
  reported.resolve();
  await actor.ended;
  const last = model.requests.filter(({ system }) => system.startsWith("Role: agent")).at(-1);
  expect(summaryIn(last as ModelRequest)).toBeDefined();
  expect(JSON.stringify(last?.messages)).toContain("Leave the cellar alone.");
});

test("a request after a crash is the one that was lost, byte for byte", async () => {
  const lost = deferred();
  const script = looking();
  let summaries = 0;
  let hold = true;
  const model = createScriptedModel(async (request, context) => {
    if (request.role === "answer") return "All is done.";
    if (request.role === "trajectory_summarizer") summaries += 1;
    if (request.role === "agent" && summaryIn(request) && hold) {
      hold = false;
      lost.resolve();
      await new Promise(() => {});
    }
    return script(request, context);
  });
  const engine = createMemoryEngine({ model, tools: createToolbox([look]) });
  const agents = { worker: { prompt: "Work.", tools: ["look"] } };
  await engine.create("Do it", { title: "Plan", agents, tasks: [task] });
  const first = await engine.lease();
  await lost.promise;
  const before = model.requests.at(-1);
  const made = model.requests.length;
  first.lose();
  await engine.store.jobs.release(first.claim);
  const second = await engine.lease();
  await second.ended;
  expect(engine.store.state(RUN_ID).tasks.t?.status).toBe("succeeded");
  expect(JSON.stringify(model.requests[made])).toBe(JSON.stringify(before));
  expect(summaries).toBe(1);
});

/** An agent of nine turns, under a plan or a model that say how large its requests may be. */
async function playWithin(agent: object, info: Partial<ModelInfo> = {}, given: object = {}) {
  const script = looking({ until: 9, fits: 99 });
  const model = createScriptedModel((request, context) =>
    request.role === "answer" ? "All is done." : script(request, context),
  );
  const dear = { id: "dear", price: { inputMicroUsd: 100_000_000, outputMicroUsd: 100_000_000 } };
  const list = () =>
    model.list().flatMap((one) => [
      { ...one, ...info },
      { ...one, ...dear },
    ]);
  const known = { ...model, list };
  const { store, ...engine } = createMemoryEngine({ model: known, tools: createToolbox([look]) });
  const agents = { worker: { prompt: "Work.", tools: ["look"], ...agent } };
  const settings = { maxTurns: 20, replanOnFailure: false, ...given };
  await engine.create("Do it", { title: "Plan", agents, tasks: [task] }, settings);
  await (await engine.lease()).ended;
  const requests = model.requests.filter(({ system }) => system.startsWith("Role: agent"));
  const summaries = store
    .events(RUN_ID)
    .flatMap((one) => (one.type === "steps_summarized" ? [one.payload] : []));
  const spent = store.events(RUN_ID).some(({ type }) => type === "budget_exhausted");
  return { task: store.state(RUN_ID).tasks.t, requests, summaries, spent };
}

test("no request is larger than the agent's token budget, and nothing is summarized within it", async () => {
  const free = await playWithin({});
  expect(free.summaries).toEqual([]);
  const largest = Math.max(...free.requests.map(estimatedInputTokens));
  const tokenBudget = Math.floor(largest * 0.6);
  const run = await playWithin({ tokenBudget });
  expect(run.task?.status).toBe("succeeded");
  expect(run.summaries.length).toBeGreaterThan(0);
  for (const request of run.requests) expect(estimatedInputTokens(request)).toBeLessThanOrEqual(tokenBudget);
  // The latest steps are kept as they are, and a summary always stands for more than the one before.
  expect(Math.max(...run.requests.filter((one) => summaryIn(one)).map(turnsIn))).toBeGreaterThan(1);
  const ends = run.summaries.map(({ upToStep }) => upToStep);
  expect(ends).toEqual([...new Set(ends)].sort((a, b) => a - b));
});

test("a task that leaves no room for its steps is not summarized by a model, and ends within its budget", async () => {
  const free = await playWithin({});
  const [first] = free.requests.map(estimatedInputTokens);
  const run = await playWithin({ tokenBudget: first ?? 0 });
  expect(run.task).toMatchObject({ status: "failed", failureCode: "budget_exhausted" });
  expect(run.task?.diagnosis).toMatchObject({ code: "attempt_budget", counter: "tokenBudget" });
  // The best that it came to is what its one call gave.
  expect(run.task?.attempts[0]?.output).toMatchObject({ inline: { found: "thing 1" } });
  expect(run.summaries).toMatchObject([{ by: "rule", upToStep: 1 }]);
});

test("steps are summarized before four fifths of what the model takes are full, without any budget", async () => {
  const free = await playWithin({});
  const contextTokens = Math.max(...free.requests.map(estimatedInputTokens));
  const run = await playWithin({}, { contextTokens });
  expect(run.task?.status).toBe("succeeded");
  expect(run.summaries.length).toBeGreaterThan(0);
  for (const request of run.requests)
    expect(estimatedInputTokens(request)).toBeLessThanOrEqual(contextTokens * 0.8);
});

test("a summary for which the budget has no room is made by rule, and nobody is asked", async () => {
  const free = await playWithin({});
  const tokenBudget = Math.floor(Math.max(...free.requests.map(estimatedInputTokens)) * 0.6);
  const dear = { models: { trajectory_summarizer: "dear" }, maxOutputTokens: 100, onBudget: "fail" };
  const rich = await playWithin({ tokenBudget }, {}, { ...dear, maxCostMicroUsd: 100_000_000 });
  expect(rich.summaries[0]?.by).toBe("model");
  const poor = await playWithin({ tokenBudget }, {}, { ...dear, maxCostMicroUsd: 50_000 });
  expect(poor.summaries[0]).toMatchObject({ by: "rule", reason: { code: "no_room_for_call" } });
  expect(poor.task?.status).toBe("succeeded");
  expect(poor.spent).toBe(false);
});
