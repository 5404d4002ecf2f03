import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RunState } from "@/lib/core/run";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { missionOf } from "@/lib/testing/engine/play-story";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { storedModels } from "@/lib/testing/engine/stored-workspaces";
import { createWireFaults, WIRE_FAULTS } from "@/lib/testing/faults/wire-faults";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";
import {
  createOpenAiWireServer,
  type Reply,
  type WireRequest,
  type WireServer,
} from "@/lib/testing/wire/openai-server";
import { simulatedReply } from "@/lib/testing/wire/simulated-replies";
import { builtInTools, createToolbox } from "@/lib/tools";

/** Models as a workspace sets them up: a local server in the settings, with a key that is stored sealed. */

const KEY = "sk-sealed-0123456789abcdef";
const PRICE = { inputUsd: 1, cachedInputUsd: null, outputUsd: 10 };

let database: TestDatabase;
let engine: TestEngine;
let server: WireServer;
let respond: (request: WireRequest) => Reply | Promise<Reply>;

beforeEach(async () => {
  database = await createTestDatabase();
  server = await createOpenAiWireServer({ respond: (request) => respond(request) });
  respond = simulatedReply;
  const secrets = createSecretBox(() => "a secret of tests");
  const tools = createToolbox(builtInTools(systemClock));
  engine = await startEngine({
    databaseUrl: database.url,
    model: openSimulatedModel(),
    workspaces: (store) => storedModels(store, { secrets, tools }),
    settings: { summarizer: "on" },
    worker: { firstProbeMs: 20 },
  });
  const { models } = engine.services;
  // The stories are played over the wire, by a model that is none of ours.
  await models.setSimulatedTools({ actor, input: { enabled: true } });
  const local = { name: "local", kind: "openai-compatible", baseUrl: server.baseUrl, key: KEY } as const;
  await models.saveProvider({ actor, input: local });
  for (const name of ["story", "other"]) {
    await models.saveModel({ actor, input: { id: `local:${name}`, price: PRICE } });
  }
});
afterEach(async () => {
  await engine?.stop();
  await server?.close();
  await database?.drop();
});

const ended = (runId: string) => engine.waitFor(runId, (state) => state.finished !== undefined);
const gateOf = (state: Readonly<RunState>) =>
  Object.values(state.approvals).find(({ kind }) => kind === "model_unavailable");

async function callsOf(runId: string) {
  const { items, use } = await engine.services.runs.calls({ actor, input: { runId, limit: 200 } });
  return { calls: items, use };
}

describe("a mission over a local server of the settings", () => {
  test.each([1, 2])("comes to the story's end through every kind of fault (seed %i)", async (seed) => {
    await engine.services.models.setRoleDefaults({ actor, input: { defaults: { default: "local:story" } } });
    const faults = createWireFaults(seed);
    respond = async (request) => faults.mix(request, await simulatedReply(request));
    const runId = await engine.createRun({ mission: missionOf("fraud-model") });
    const asked = await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
    expect(asked.counters.replans).toBe(1);
    await engine.decide(runId, "approve");
    const state = await ended(runId);

    expect(state.finished?.reason).toBe("answer_complete");
    expect(state.planVersion).toBe(2);
    for (const kind of WIRE_FAULTS) expect(faults.fired[kind], kind).toBeGreaterThan(0);
    const models = Object.values(state.tasks).flatMap((task) =>
      task.attempts.flatMap(({ model }) => model ?? []),
    );
    expect(new Set(models)).toEqual(new Set(["local:story"]));
    const report = await engine.services.runs.report({ actor, input: { runId } });
    expect(JSON.stringify(report.answer)).toContain("98.1");

    const sent = server.requests;
    expect(new Set(sent.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${KEY}`]));
    const { calls, use } = await callsOf(runId);
    expect(use.modelCalls).toBe(sent.length);
    const { limited, broken, cut } = faults.fired;
    const failures = calls.flatMap(({ failure }) => failure ?? []);
    expect(Object.groupBy(failures, (failure) => failure)).toMatchObject({
      rate_limited: { length: limited },
      unavailable: { length: broken },
      cut_stream: { length: cut },
    });
    // Requests that the server refused by its status cost nothing.
    expect(use.unknownCalls).toBe(broken + cut);
    const known = calls.filter(({ failure }) => failure === null);
    const usd = known.map(({ inputTokens, outputTokens }) => (inputTokens ?? 0) + 10 * (outputTokens ?? 0));
    expect(use.knownUsd).toBeCloseTo(usd.reduce((sum, one) => sum + one, 0) / 1_000_000, 9);
    const stored = await engine.events(runId);
    expect(JSON.stringify(stored)).not.toContain(KEY);
  });
});

test("an answer that cannot be read is asked for again with what is wrong; JSON among words is found", async () => {
  await engine.services.models.setRoleDefaults({ actor, input: { defaults: { default: "local:story" } } });
  const found = `Here it is:\n{"title": "P", "tasks": [{"id": "a", "title": "A", "input": "{go}"}]}\nHope this helps!`;
  const plans = ['{"title": "P", "tasks": [', "{}", "I would rather not.", found];
  respond = ({ number }) => ({ kind: "answer", text: plans[number - 1] ?? "All is well and done." });
  const runId = await engine.createRun({ mission: "Repair", settings: { summarizer: "off" } });
  const state = await ended(runId);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.order).toEqual(["a"]);
  const asked = server.requests.slice(0, 4).map(({ body }) => JSON.stringify(body.messages));
  expect(asked.map((prompt) => prompt.split('<data name=\\"problem\\">').length - 1)).toEqual([0, 1, 2, 3]);
  expect((await callsOf(runId)).calls.filter(({ role }) => role === "planner")).toHaveLength(4);
});

describe("a model that was taken away while a run wants it", () => {
  const settings = { models: { default: "local:story" }, summarizer: "off" as const };
  const plan = {
    title: "Plan",
    tasks: [
      { id: "ask", type: "human_review", title: "Ask", gate: { prompt: "Go on?" } },
      { id: "a", title: "A", input: "go", dependsOn: ["ask"] },
    ],
  };

  /** A run that waits for a person before it calls its model for the first time. */
  async function startRun(): Promise<string> {
    respond = () => ({ kind: "answer", text: "All is well and done." });
    const runId = await engine.createRun({ mission: "Wanted", plan, settings });
    await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
    return runId;
  }

  test.each([
    ["switched off", { id: "local:story", enabled: false }, "switched off"],
    ["removed", undefined, "not among the models"],
  ])("%s, is asked about; another one that is there takes its place", async (_what, change, words) => {
    const runId = await startRun();
    const { models, approvals } = engine.services;
    if (change) await models.saveModel({ actor, input: change });
    else await models.removeModel({ actor, input: { id: "local:story" } });
    await engine.decide(runId, "approve");
    const gate = gateOf(await engine.waitFor(runId, (state) => gateOf(state) !== undefined));
    expect(gate).toMatchObject({ subject: { model: "local:story", code: "unknown_model" } });
    expect(JSON.stringify(gate)).toContain(words);
    const approvalId = gate?.approvalId ?? "";
    const context = await approvals.context({ actor, input: { runId, approvalId } });
    expect(context.models.map(({ id }) => id)).toEqual(["local:other", "simulated:scenarios"]);
    expect(server.requests).toEqual([]);
    await approvals.decide({ actor, input: { approvalId, verb: "other", value: "local:other" } });
    expect((await ended(runId)).finished?.reason).toBe("answer_complete");
    expect(new Set(server.requests.map(({ body }) => body.model))).toEqual(new Set(["other"]));
  });

  test("continues by itself when it is there again", async () => {
    const runId = await startRun();
    const save = (enabled: boolean) =>
      engine.services.models.saveModel({ actor, input: { id: "local:story", enabled } });
    await save(false);
    await engine.decide(runId, "approve");
    await engine.waitFor(runId, (state) => gateOf(state) !== undefined);
    await save(true);
    expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  });
});

test("each role is served by its own default, and a model of the mission goes before it", async () => {
  respond = () => ({ kind: "answer", text: "All is well and done." });
  const defaults = { default: "local:story", answer: "local:other" };
  await engine.services.models.setRoleDefaults({ actor, input: { defaults } });
  const plan = { title: "Plan", tasks: [{ id: "a", title: "A", input: "go" }] };
  const roles = async (settings: object) => {
    const runId = await engine.createRun({
      mission: "Roles",
      plan,
      settings: { summarizer: "off", ...settings },
    });
    await ended(runId);
    return (await callsOf(runId)).calls.map(({ role, model }) => `${role} ${model}`);
  };
  expect(await roles({})).toEqual(["agent local:story", "answer local:other"]);
  expect(await roles({ models: { agent: "local:other" } })).toEqual([
    "agent local:other",
    "answer local:other",
  ]);
});
