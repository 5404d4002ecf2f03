import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { readChunksAfter } from "@/db/queries/chunks";
import { localPerson as actor } from "@/lib/auth/actor";
import type { Json } from "@/lib/core/json";
import type { RunState } from "@/lib/core/run";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";
import { askHuman } from "@/lib/tools/ask-human";

let database: TestDatabase;
let engine: TestEngine;
/** How often a tool was called. */
let asked = 0;

const SEATS = { properties: { seats: { type: "integer", minimum: 1 } }, required: ["seats"] };
const QUESTIONS: Record<string, object> = {
  plain: { question: "Which colour?", options: ["red", "blue"] },
  form: { question: "How many seats?", form: SEATS },
  brief: { question: "Quick?", timeoutSeconds: 1 },
};

/** Waits for a delivery, and hears of it from outside. */
const delivery = testTool("delivery", {
  sideEffects: "read",
  run(_, { pause }) {
    asked += 1;
    return pause("external_event", { question: "Has it arrived?" });
  },
});
/** Tells two lines, then fails, or continues until it is stopped. */
const build = testTool("build", {
  sideEffects: "read",
  idempotent: true,
  run({ version }, { emitChunk }) {
    emitChunk("output", 1, "compiling\n");
    emitChunk("output", 2, "half way\n");
    if (version === "broken") throw new Error("exit code 1");
    return new Promise(() => {});
  },
});

const script = createScriptedModel(({ role, prompt, messages }) => {
  if (role !== "agent") return "All is done.";
  if (messages.length > 1) return "told";
  const wanted = /go (\w+) (\w+)/.exec(prompt);
  const [, tool = "", what = ""] = wanted ?? [];
  const args = tool === "ask_human" ? QUESTIONS[what] : tool === "build" ? { version: what } : {};
  return { calls: [{ tool, args: args as never, callId: "c1" }] };
});
const tools = createToolbox([askHuman, delivery, build]);
const agents = { worker: { prompt: "Work.", tools: ["ask_human", "delivery", "build"] } };

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startEngine({ databaseUrl: database.url, model: script, tools });
});
beforeEach(() => {
  asked = 0;
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const waiting = (state: Readonly<RunState>) => Object.keys(state.openApprovals).length > 0;
const ended = (state: Readonly<RunState>) => state.finished !== undefined;

const create = (input: string, more: object = {}) =>
  engine.createRun({
    mission: "Ask",
    plan: { title: "P", agents, tasks: [{ id: "t", title: "T", agent: "worker", input, ...more }] },
  });

async function gateOf(runId: string): Promise<string> {
  const { openApprovals } = await engine.waitFor(runId, waiting);
  return Object.keys(openApprovals)[0] ?? "";
}

const decide = (approvalId: string, verb: GateVerb, value?: Json) =>
  decideAsShown(engine.services, {
    actor,
    input: { approvalId, verb, ...(value !== undefined && { value }) },
  });

const steps = async (runId: string) =>
  (await engine.services.runs.trajectory({ actor, input: { runId, taskId: "t", attempt: 1 } })).items;

describe("a person who is asked by a tool", () => {
  test("is told what may be answered, and the answer is what the call gave", async () => {
    const runId = await create("go ask_human plain");
    const approvalId = await gateOf(runId);
    const view = await engine.services.approvals.get({ actor, input: { approvalId } });
    expect(view).toMatchObject({
      kind: "tool_input",
      prompt: "Which colour?",
      verbs: ["respond", "reject"],
      terms: { options: ["red", "blue"], form: null },
    });
    await decide(approvalId, "respond", "blue");
    await engine.waitFor(runId, ended);
    expect((await steps(runId))[0]?.body).toMatchObject({ observation: "blue" });
  });

  test("answers by the form that the tool asks for, and by nothing else", async () => {
    const approvalId = await gateOf(await create("go ask_human form"));
    await expect(decide(approvalId, "respond", { seats: "three" })).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [{ path: "seats" }] },
    });
    await decide(approvalId, "respond", { seats: 3 });
  });

  test("who says nothing in time is waited for no longer", async () => {
    const runId = await create("go ask_human brief");
    const state = await engine.waitFor(runId, ended);
    expect(Object.values(state.approvals)).toMatchObject([{ status: "expired" }]);
    expect((await steps(runId))[0]?.body).toMatchObject({ error: 'Nobody answered "ask_human" in time.' });
  });
});

describe("a tool that waits for what happens outside", () => {
  test("holds no worker: another one continues with what came, without calling it again", async () => {
    const runId = await create("go delivery now");
    const approvalId = await gateOf(runId);
    await engine.stop();
    engine = await startEngine({ databaseUrl: database.url, model: script, tools });
    await decide(approvalId, "respond", { parcel: 7 });
    await engine.waitFor(runId, ended);
    expect(asked).toBe(1);
    expect((await steps(runId))[0]?.body).toMatchObject({ observation: { parcel: 7 } });
  });

  test("is asked about again in a fork, which continues with an answer of its own", async () => {
    const runId = await create("go delivery now");
    const approvalId = await gateOf(runId);
    const fromSeq = (await engine.events(runId)).at(-1)?.seq ?? 0;
    await decide(approvalId, "respond", "parent");
    await engine.waitFor(runId, ended);
    const fork = await engine.services.runs.fork({ actor, input: { runId, fromSeq } });
    await decide(await gateOf(fork.runId), "respond", "fork");
    await engine.waitFor(fork.runId, ended);
    expect(asked).toBe(1);
    const bodies = [...(await steps(runId)), ...(await steps(fork.runId))].map(
      ({ body }) => body.observation,
    );
    expect(bodies).toEqual(["parent", undefined, "fork", undefined]);
  });
});

describe("what a call tells while it runs", () => {
  const lines = { callId: "c1", stream: "output", text: "compiling\nhalf way\n" };

  test("is kept with its step when it fails, and stored before the step's event", async () => {
    const runId = await create("go build broken");
    await engine.waitFor(runId, ended);
    expect((await steps(runId))[0]?.body).toMatchObject({
      error: expect.stringContaining("exit code 1"),
      chunks: [lines],
    });
    const store = openDatabase(database.url, { max: 1 });
    const chunks = await readChunksAfter(store.sql, { runId, after: 0, limit: 100 });
    await store.close();
    const output = chunks.filter(({ role }) => role === "tool");
    expect(output.map(({ text }) => text).join("")).toBe(lines.text);
    expect(output.at(-1)).toMatchObject({ callId: "c1", stream: "output", taskId: "t", step: 1, done: true });
  });

  test("is kept when the attempt runs out of time", async () => {
    const runId = await create("go build forever", { timeoutMs: 300, maxRetries: 0 });
    const state = await engine.waitFor(runId, ({ tasks }) => tasks.t?.attempts[0]?.outcome !== undefined);
    expect(state.tasks.t?.failureCode).toBe("timeout");
    expect((await steps(runId))[0]?.body).toMatchObject({ chunks: [lines] });
  });

  test("is shown of an attempt that was given up in the middle of it", async () => {
    const runId = await create("go build forever");
    await engine.waitFor(runId, (state) => state.counters.toolCalls > 0);
    const store = openDatabase(database.url, { max: 1 });
    for (;;) {
      const chunks = await readChunksAfter(store.sql, { runId, after: 0, limit: 100 });
      if (chunks.some(({ role }) => role === "tool")) break;
    }
    await store.close();
    await engine.command(runId, "cancel");
    await engine.waitFor(runId, ended);
    expect((await steps(runId))[0]?.body).toMatchObject({ chunks: [lines] });
  });
});
