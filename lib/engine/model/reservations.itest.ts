import { afterAll, beforeAll, expect, test } from "vitest";
import { formatReasons } from "@/lib/core/describe/reason";
import { apply, initialState, type RunEvent, type RunState } from "@/lib/core/run";
import { type LedgerLine, ledgerOf } from "@/lib/core/run/ledger/budgets";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

/** Agents whose mission names one of these wait for it before they answer. */
const held = new Map<string, Promise<unknown>>();

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel(async ({ prompt, tools, messages }) => {
    await [...held].find(([mission]) => prompt.includes(mission))?.[1];
    return tools && messages.length === 1 ? { calls: [{ tool: "look", args: {} }] } : "All is well and done.";
  });
  const tools = createToolbox([testTool("look")]);
  engine = await startEngine({ databaseUrl: database.url, model, tools });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const tasks = (n: number, more: object = {}) =>
  Array.from({ length: n }, (_, index) => ({
    id: `t${index}`,
    title: `Task ${index}`,
    input: "go",
    ...more,
  }));
const isWaiting = (state: Readonly<RunState>) => Object.keys(state.openApprovals).length > 0;
const isEnded = (state: Readonly<RunState>) => state.finished !== undefined;
const lineIn = (state: Readonly<RunState>, counter: string) =>
  ledgerOf(state, state.lastAt).find((line) => line.counter === counter) as LedgerLine;
const gateOf = (state: Readonly<RunState>) => state.approvals[Object.keys(state.openApprovals)[0] ?? ""];
const AGENTS = {
  looker: { prompt: "Look.", tools: ["look"] },
  wordy: { prompt: "Look well. ".repeat(200), tools: [] },
};
const create = (mission: string, n: number, settings: object, more: object = {}) =>
  engine.createRun({
    mission,
    plan: { title: mission, agents: AGENTS, tasks: tasks(n, more) },
    settings: { maxOutputTokens: 500, ...settings },
  });

/** The line of a budget after each event of a run. */
async function history(runId: string, counter: string): Promise<{ event: RunEvent; line: LedgerLine }[]> {
  const state = initialState(runId);
  const stored = await engine.events(runId);
  return stored.map((row) => {
    const event = { ...row, run: runId, at: 0, actor: { kind: "system" } } as RunEvent;
    apply(state, event);
    return { event, line: lineIn(state, counter) };
  });
}

test.each([["maxTokens", 5_000] as const, ["maxCostMicroUsd", 8_000] as const])(
  "ten parallel attempts never overshoot %s, though all of them end",
  async (counter, limit) => {
    const runId = await create(`TEN ${counter}`, 10, { [counter]: limit });
    const state = await engine.waitFor(runId, isEnded);
    expect(state.finished?.reason).toBe("answer_complete");
    expect(state.counters.attempts).toBe(10);
    const lines = await history(runId, counter);
    for (const { line } of lines) expect(line.used + line.reserved).toBeLessThanOrEqual(limit);
    const types = lines.map(({ event }) => event.type);
    expect(types).toContain("budget_awaited");
    expect(types).not.toContain("budget_exhausted");
    const worst = Math.max(...lines.map(({ line }) => line.reserved));
    expect(worst).toBeGreaterThan(lineIn(state, counter).used / 2);
    expect(lineIn(state, counter)).toMatchObject({ reserved: 0, unknown: 0 });
  },
);

test("tool calls are held to their limit, a set at a time; raising it continues", async () => {
  const runId = await create("HOPS", 4, { maxHops: 2 }, { agent: "looker" });
  const waiting = await engine.waitFor(runId, isWaiting);
  expect(gateOf(waiting)?.subject).toMatchObject({ counter: "maxHops", limit: 2 });
  await engine.decide(runId, "raise");
  const state = await engine.waitFor(runId, isEnded);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(lineIn(state, "maxHops")).toMatchObject({ used: 4, limit: 4 });
  for (const { line } of await history(runId, "maxHops")) {
    expect(line.used + line.reserved).toBeLessThanOrEqual(line.limit ?? 0);
  }
});

/** A run that has used up its tokens after some of its tasks. */
async function spent(mission: string, settings: object = {}, more: object = {}): Promise<string> {
  return create(mission, 6, { maxTokens: 1_400, maxConcurrency: 2, ...settings }, more);
}

test("a spent limit asks once, burns no attempt, and a raise lets all tasks end", async () => {
  const runId = await spent("RAISE");
  const waiting = await engine.waitFor(runId, isWaiting);
  expect(gateOf(waiting)).toMatchObject({ kind: "budget", subject: { counter: "maxTokens", limit: 1_400 } });
  await engine.decide(runId, "raise");
  const state = await engine.waitFor(runId, isEnded);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.counters.attempts).toBe(6);
  const types = (await engine.events(runId)).map(({ type }) => type);
  expect(types.filter((type) => type === "approval_opened")).toHaveLength(1);
});

test("completing where not even the answer fits gives one that no model wrote", async () => {
  const runId = await spent("COMPLETE", { maxTokens: 600 });
  await engine.waitFor(runId, isWaiting);
  await engine.decide(runId, "complete");
  const state = await engine.waitFor(runId, isEnded);
  expect(state.finished).toMatchObject({ reason: "completed_early" });
  expect(formatReasons(state.finished?.because)).toContain("without a model");
  expect(state.answer?.preview).toMatch(/limit on tokens is reached|Tokens ran out/);
  expect(lineIn(state, "maxTokens").used).toBe(0);
});

test("onBudget finish asks nobody, and the answer is written within the limit where it fits", async () => {
  // A task is given more than the one who writes the answer.
  const settings = { onBudget: "finish", maxTokens: 1_900 };
  const runId = await spent("FINISH", settings, { agent: "wordy" });
  const state = await engine.waitFor(runId, isEnded);
  expect(state.finished).toMatchObject({
    reason: "completed_early",
    because: [{ code: "budget_exhausted", counter: "maxTokens" }],
  });
  expect(state.approvalCount).toBe(0);
  expect(state.answer?.preview).toBe("All is well and done.");
  expect(lineIn(state, "maxTokens").used).toBeLessThanOrEqual(1_900);
});

test("onBudget fail fails, and an abort aborts", async () => {
  const failed = await engine.waitFor(await spent("FAIL", { onBudget: "fail" }), isEnded);
  expect(failed.finished?.reason).toBe("budget_exhausted");
  const runId = await spent("ABORT");
  await engine.waitFor(runId, isWaiting);
  await engine.decide(runId, "abort");
  const aborted = await engine.waitFor(runId, isEnded);
  expect(aborted.finished?.reason).toBe("aborted_by_person");
});

test("the time of a run ends at its limit, and stands still while it waits for a person", async () => {
  const gate = { id: "h", title: "Look", type: "human_review" };
  const patient = await engine.createRun({
    mission: "PATIENT",
    plan: { title: "Patient", tasks: [gate, { id: "z", title: "Last", input: "go", dependsOn: ["h"] }] },
    settings: { maxDurationMs: 5_000 },
  });
  const parked = await engine.waitFor(patient, isWaiting);
  expect(parked.ledger.activeSince).toBeUndefined();
  const block = deferred();
  held.set("HURRIED", block.promise);
  const hurried = await create("HURRIED", 1, { maxDurationMs: 400 });
  const late = await engine.waitFor(hurried, isWaiting);
  expect(gateOf(late)?.subject).toMatchObject({ counter: "maxDurationMs", limit: 400, suggested: 800 });
  expect(lineIn(late, "maxDurationMs").used).toBeGreaterThanOrEqual(400);
  await engine.decide(patient, "approve");
  const ended = await engine.waitFor(patient, isEnded);
  expect(ended.finished?.reason).toBe("answer_complete");
  // It lay waiting for all the time that the other run had.
  expect(ended.ledger.activeMs).toBeLessThan((ended.finished?.at ?? 0) - ended.createdAt - 350);
  block.resolve();
  await engine.decide(hurried, "complete");
  expect(formatReasons((await engine.waitFor(hurried, isEnded)).finished?.because)).toContain("Time ran out");
});
