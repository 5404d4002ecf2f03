import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAiSdkModel } from "@/lib/adapters/ai-sdk-model";
import { systemClock } from "@/lib/adapters/clock";
import { localPerson as actor } from "@/lib/auth/actor";
import type { Json } from "@/lib/core/json";
import type { RunState } from "@/lib/core/run";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import {
  createOpenAiWireServer,
  type Reply,
  type WireRequest,
  type WireServer,
} from "@/lib/testing/wire/openai-server";
import { builtInTools, createToolbox } from "@/lib/tools";

/** A provider as the engine meets it: an HTTP server that speaks the OpenAI protocol, and fails as providers do. */

const KEY = "sk-wire-0123456789abcdef";
const MODEL_TIMEOUT_MS = 3_000;
const USAGE = { inputTokens: 10, outputTokens: 2 };

let database: TestDatabase;
let engine: TestEngine;
let server: WireServer;
/** What the provider says to a request; each test writes its own. */
let respond: (request: WireRequest) => Reply | Promise<Reply>;

beforeEach(async () => {
  database = await createTestDatabase();
  server = await createOpenAiWireServer({ respond: (request) => respond(request) });
  const model = createAiSdkModel({
    providers: { wire: { kind: "openai-compatible", baseUrl: server.baseUrl, apiKey: KEY } },
    models: [{ id: "wire:one" }, { id: "wire:two" }],
  });
  const tools = createToolbox(builtInTools(systemClock));
  engine = await startEngine({ databaseUrl: database.url, model, tools, worker: { firstProbeMs: 20 } });
});
afterEach(async () => {
  await engine?.stop();
  await server?.close();
  await database?.drop();
});

const answer = (text: string): Reply => ({ kind: "answer", text, usage: USAGE });
const promptOf = ({ body }: WireRequest): string => JSON.stringify(body.messages);
const isProbe = (request: WireRequest): boolean => promptOf(request).includes("the one word: ready");
const modelOf = ({ body }: WireRequest): Json => body.model ?? null;
const ended = (runId: string) => engine.waitFor(runId, (state) => state.finished !== undefined);
const gateOf = (state: Readonly<RunState>) =>
  Object.values(state.approvals).find(({ kind }) => kind === "model_unavailable");
const waiting = (runId: string) =>
  engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);

async function callsOf(runId: string) {
  const { items } = await engine.services.runs.calls({ actor, input: { runId } });
  return items;
}

/** What questions whether a model answers again are in the report of costs. */
async function probesKept() {
  const { purposes, sum } = await engine.services.costs.report({ actor, input: { role: "probe" } });
  expect(purposes.filter(({ key }) => key !== "probe")).toEqual([]);
  return { calls: sum.modelCalls, inputTokens: sum.inputTokens };
}

const task = (id: string, rest = {}) => ({ id, title: id, input: `task ${id}`, ...rest });
const plan = (...tasks: object[]) => ({ title: "Plan", tasks });

describe("a provider that fails as providers do", () => {
  const rateLimited: Reply = { kind: "error", status: 429, headers: { "retry-after-ms": "20" } };
  const broken: Reply[] = [
    rateLimited,
    { kind: "error", status: 500 },
    { kind: "error", status: 503, error: "<html>Service unavailable</html>" },
    { kind: "silence" },
    { kind: "reset" },
    { kind: "answer", text: ["half of ", "an ans"], ending: "cut" },
    { kind: "answer", text: "no last word", ending: "unfinished" },
    { kind: "answer", text: "so far", ending: "error" },
  ];
  const failures = [
    "rate_limited",
    "unavailable",
    "unavailable",
    "timeout",
    "unavailable",
    "cut_stream",
    "cut_stream",
    "unavailable",
  ];

  test("costs no attempt: the run completes, and every failed request is on record", async () => {
    const reported = new Set<number>();
    respond = (request) => {
      const nth = Number(/task t(\d)/.exec(promptOf(request))?.[1] ?? -1);
      const failing = broken[nth];
      if (!failing || reported.has(nth)) return answer("All is well and done.");
      reported.add(nth);
      return failing;
    };
    const tasks = broken.map((_, index) => task(`t${index}`));
    const runId = await engine.createRun({
      mission: "Wild",
      plan: plan(...tasks),
      settings: { maxConcurrency: 3, modelTimeoutMs: MODEL_TIMEOUT_MS },
    });
    const state = await ended(runId);
    expect(state.finished?.reason).toBe("answer_complete");
    expect(tasks.map(({ id }) => state.tasks[id]?.attempt)).toEqual(tasks.map(() => 1));
    expect(state.counters).toMatchObject({ attempts: tasks.length, replans: 0 });
    const calls = await callsOf(runId);
    const failed = tasks.map(({ id }) => calls.find((call) => call.taskId === id && call.failure)?.failure);
    expect(failed).toEqual(failures);
    expect(calls.filter((call) => call.failure === null)).toHaveLength(tasks.length + 1);
  });

  test("arguments that are no JSON go back to the agent; counts that are missing are unknown", async () => {
    respond = (request) => {
      if (promptOf(request).includes("not valid JSON") || promptOf(request).includes('"role":"tool"')) {
        return { kind: "answer", text: "It is two." };
      }
      if (!promptOf(request).includes("task sum")) return answer("All is well and done.");
      return { kind: "answer", toolCalls: [{ tool: "calculator", rawArgs: '{"expression": "1 +' }] };
    };
    const agents = { clerk: { prompt: "Count.", tools: ["calculator"] } };
    const runId = await engine.createRun({
      mission: "Count",
      plan: { ...plan(task("sum", { agent: "clerk" })), agents },
    });
    const state = await ended(runId);
    expect(state.tasks.sum).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(state.tasks.sum?.attempts[0]?.steps).toBe(2);
    const [first] = await callsOf(runId);
    expect(first).toMatchObject({ failure: null, costUsd: null });
    expect((await callsOf(runId)).filter((call) => call.taskId === "sum")).toMatchObject([
      { inputTokens: null, outputTokens: null },
      { inputTokens: null, outputTokens: null },
    ]);
  });

  test("is told when a run is cancelled: the request's connection closes", async () => {
    const asked = deferred<WireRequest>();
    respond = (request) => {
      asked.resolve(request);
      return { kind: "answer", text: ["I am "], ending: "open" };
    };
    const runId = await engine.createRun({ mission: "Stop", plan: plan(task("a")) });
    const request = await asked.promise;
    await engine.command(runId, "cancel");
    await request.disconnected;
    expect((await ended(runId)).finished?.reason).toBe("cancelled");
  });
});

describe("a model that cannot be reached", () => {
  const refused: Reply = { kind: "error", status: 401, error: { message: `Wrong key ${KEY}` } };

  test("is asked about at one gate, without the key, and closes it by itself when it answers", async () => {
    let fixed = false;
    respond = () => (fixed ? answer("All is well and done.") : refused);
    const runId = await engine.createRun({ mission: "Key", plan: plan(task("a"), task("b")) });
    const state = await waiting(runId);
    expect(gateOf(state)).toMatchObject({
      verbs: ["retry", "other", "abort"],
      subject: { model: "wire:one" },
    });
    expect(JSON.stringify(gateOf(state))).not.toContain(KEY);
    fixed = true;
    const done = await ended(runId);
    expect(done.finished?.reason).toBe("answer_complete");
    expect(done.counters).toMatchObject({ attempts: 2, replans: 0 });
    expect(gateOf(done)?.decided).toMatchObject({
      by: { kind: "system" },
      verb: "retry",
      provenance: "auto",
      comment: "wire:one answers again",
    });
    await expect.poll(probesKept).toEqual({ calls: 1, inputTokens: 10 });
    expect((await callsOf(runId)).map(({ role }) => role)).not.toContain("probe");
  });

  test("is asked once for all runs that wait for it, which is on the bill of none", async () => {
    let allWait = false;
    let looks = 0;
    // The second look after that finds every gate old enough to be asked about.
    respond = (request) => {
      looks += allWait && isProbe(request) ? 1 : 0;
      return looks >= 2 ? answer("All is well and done.") : refused;
    };
    const runIds: string[] = [];
    for (const mission of ["First", "Second", "Third"]) {
      runIds.push(await engine.createRun({ mission, plan: plan(task("a")) }));
      await waiting(runIds.at(-1) ?? "");
    }
    allWait = true;
    for (const runId of runIds) {
      const done = await ended(runId);
      expect(gateOf(done)?.decided).toMatchObject({ verb: "retry", provenance: "auto" });
    }
    await expect.poll(probesKept).toMatchObject({ calls: 1 });
    const calls = await Promise.all(runIds.map(callsOf));
    expect(calls.flat().filter(({ role }) => role === "probe")).toEqual([]);
  });

  test("is asked for seldom while it is away, and by nothing else of the run", async () => {
    const probes = deferred();
    let looks = 0;
    respond = (request) => {
      looks += isProbe(request) ? 1 : 0;
      if (looks === 2) probes.resolve();
      return refused;
    };
    const runId = await engine.createRun({ mission: "Away", plan: plan(task("a")) });
    await probes.promise;
    expect(server.requests.filter((request) => !isProbe(request))).toHaveLength(1);
    expect(server.requests.find(isProbe)?.body).toMatchObject({ max_tokens: 16 });
    await engine.command(runId, "cancel");
    expect((await ended(runId)).finished?.reason).toBe("cancelled");
  });

  test("is replaced by the one that a person chooses from the list; begun attempts start over", async () => {
    let turns = 0;
    respond = (request) => {
      if (modelOf(request) === "two") return answer("All is well and done.");
      if (promptOf(request).includes("task tool") && turns === 0) {
        turns += 1;
        return { kind: "answer", toolCalls: [{ tool: "calculator", args: { expression: "1 + 1" } }] };
      }
      return { kind: "error", status: 402 };
    };
    const agents = { clerk: { prompt: "Count.", tools: ["calculator"] } };
    const tasks = [task("tool", { agent: "clerk" }), task("plain", { dependsOn: ["tool"] })];
    const runId = await engine.createRun({
      mission: "Other",
      plan: { ...plan(...tasks), agents },
      settings: { modelPatienceMs: 0 },
    });
    const approvalId = gateOf(await waiting(runId))?.approvalId ?? "";
    const { models } = await engine.services.approvals.context({ actor, input: { runId, approvalId } });
    expect(models.map(({ id }) => id)).toEqual(["wire:two"]);
    const decide = (value: Json) =>
      engine.services.approvals.decide({ actor, input: { approvalId, verb: "other", value } });
    for (const wrong of ["wire:three", "wire:one", 2]) {
      await expect(decide(wrong)).rejects.toMatchObject({ code: "invalid_input" });
    }
    await decide("wire:two");
    const done = await ended(runId);
    expect(done.finished?.reason).toBe("answer_complete");
    expect(done.tasks.tool).toMatchObject({
      attempt: 2,
      attempts: [{ model: "wire:one" }, { model: "wire:two" }],
    });
    expect(done.tasks.plain).toMatchObject({ attempt: 1, attempts: [{ model: "wire:two" }] });
    expect(done.counters.replans).toBe(0);
    expect((await engine.events(runId)).map(({ type }) => type)).toContain("attempt_restarted");
  });
});
