import { afterAll, beforeAll, expect, it } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import type { Model } from "@/lib/core/ports";
import { fold } from "@/lib/core/run";
import { costsOfEvents } from "@/lib/core/run/ledger/costs-of-events";
import type { CostLine, RunCosts } from "@/lib/core/views";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { missionOf } from "@/lib/testing/engine/play-story";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";
import { createToolbox, simulatedTools } from "@/lib/tools";

/** The simulated model as if it cost something. */
function pricedModel(): Model {
  const model = openSimulatedModel();
  const price = { inputMicroUsd: 1_000_000, outputMicroUsd: 2_000_000 };
  return { ...model, list: () => model.list().map((info) => ({ ...info, price })) };
}

let database: TestDatabase;
let engine: TestEngine;
let runId: string;
let costs: RunCosts;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startEngine({
    databaseUrl: database.url,
    model: pricedModel(),
    tools: createToolbox(simulatedTools),
  });
  runId = await engine.createRun({ mission: missionOf("fraud-model") });
  await engine.decide(runId, "approve");
  await engine.waitFor(runId, (state) => state.finished !== undefined);
  costs = await engine.services.runs.costs({ actor, input: { runId } });
});

afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const sums = (lines: readonly CostLine[]) =>
  lines.reduce(
    (sum, line) => ({
      modelCalls: sum.modelCalls + line.modelCalls,
      tokens: sum.tokens + (line.tokens ?? Number.NaN),
      microUsd: sum.microUsd + Math.round((line.usd ?? Number.NaN) * 1_000_000),
    }),
    { modelCalls: 0, tokens: 0, microUsd: 0 },
  );

it("says the same in all and by every side, as the list and the report do", async () => {
  const whole = sums([costs.total]);
  expect(whole.modelCalls).toBeGreaterThan(10);
  for (const side of ["roles", "tasks", "agents", "models", "versions"] as const) {
    expect(sums(costs[side]), side).toEqual(whole);
  }
  const listed = (await engine.services.runs.list({ actor, input: {} })).items.find(({ id }) => id === runId);
  expect(listed?.cost).toMatchObject({ modelCalls: whole.modelCalls, unknownCalls: 0 });
  expect(Math.round((listed?.cost.usd ?? 0) * 1_000_000)).toBe(whole.microUsd);
  const report = await engine.services.runs.report({ actor, input: { runId } });
  expect(report.costs).toEqual(costs);
  expect(report.cost.usd).toBeCloseTo(costs.total.usd ?? -1, 9);
});

it("tells roles, tasks, agents and models apart", () => {
  const keys = (lines: readonly CostLine[]) => lines.map(({ key }) => key);
  expect(keys(costs.roles)).toEqual(expect.arrayContaining(["planner", "agent", "reviewer", "answer"]));
  expect(keys(costs.tasks)).toEqual(expect.arrayContaining([null, "review_staging"]));
  expect(keys(costs.agents)).toContain(null);
  expect(costs.models).toMatchObject([{ key: "simulated:scenarios" }]);
  expect(costs.unpricedModels).toEqual([]);
});

it("breaks the cost down by role, each with what its own calls took", async () => {
  const { items } = await engine.services.runs.calls({ actor, input: { runId, limit: 200 } });
  const byRole = Map.groupBy(items, ({ role }) => role);
  const expected = [...byRole].map(([key, calls]) => [
    key,
    calls.length,
    calls.reduce((sum, { costUsd }) => sum + Math.round((costUsd ?? Number.NaN) * 1_000_000), 0),
  ]);
  expect(expected.length).toBeGreaterThan(3);
  expect(costs.roles.map((line) => [line.key, line.modelCalls, sums([line]).microUsd]).sort()).toEqual(
    expected.sort(),
  );
  for (const { usd } of costs.roles) expect(usd).toBeGreaterThan(0);
});

it("gives each plan version what was used under it, and what its replacement made worthless", () => {
  expect(costs.versions.map(({ key, replacedBy }) => [key, replacedBy])).toEqual([
    ["0", null],
    ["1", 2],
    ["2", null],
  ]);
  const [, first] = costs.versions;
  expect(first?.discardedCost).toEqual(costs.discardedCost);
  expect(costs.replanningCost.modelCalls).toBeGreaterThan(0);
});

it("counts what a refused task had cost as discarded, with the version that dropped it", async () => {
  const plan = {
    title: "Refused",
    tasks: [
      { id: "a", title: "Say it", input: "Say hello", maxRetries: 0, verification: '"Never good enough"' },
    ],
  };
  const refused = await engine.createRun({ mission: "Say hello", plan });
  // The next plan has no such check, which a person lets it drop.
  await engine.waitFor(refused, (state) => Object.keys(state.openApprovals).length > 0);
  await engine.decide(refused, "approve");
  await engine.waitFor(refused, (state) => state.planVersion === 2);
  const bill = await engine.services.runs.costs({ actor, input: { runId: refused } });
  const [line] = bill.tasks.filter(({ key }) => key === "a");
  expect(line?.usd).toBeGreaterThan(0);
  expect(bill.discardedCost).toMatchObject({ usd: line?.usd, modelCalls: 1 });
  expect(bill.versions.find(({ key }) => key === "1")).toMatchObject({
    replacedBy: 2,
    discardedCost: bill.discardedCost,
  });
});

it("is not told of a run that is not there, or is another workspace's", async () => {
  const missing = engine.services.runs.costs({ actor, input: { runId: "run_none" } });
  await expect(missing).rejects.toMatchObject({ code: "not_found" });
  const stranger = { ...actor, workspaceId: "other" };
  const foreign = engine.services.runs.costs({ actor: stranger, input: { runId } });
  await expect(foreign).rejects.toMatchObject({ code: "not_found" });
});

it("lists each call with its prompt, its agent and the plan version it was made under", async () => {
  const { items } = await engine.services.runs.calls({ actor, input: { runId } });
  const [plan, ...others] = items;
  expect(plan).toMatchObject({
    role: "planner",
    planVersion: 0,
    agent: null,
    promptVersion: expect.stringMatching(/./),
  });
  expect(others.find(({ role }) => role === "agent")).toMatchObject({
    planVersion: 1,
    agent: expect.any(String),
  });
  for (const call of items) {
    expect(call.promptHash).toMatch(/^[\da-f]{64}$/);
    expect(call.timeToFirstTokenMs).toBeGreaterThanOrEqual(0);
  }
});

it("is what the events of the run come to, for a page that looks at one of them", async () => {
  const { items } = await engine.services.runs.events({ actor, input: { runId, limit: 1_000 } });
  const told = costsOfEvents(fold(runId, items), items);
  expect(told.total).toEqual(costs.total);
  const byKey = (lines: readonly CostLine[]) =>
    lines.toSorted((a, b) => `${a.key}`.localeCompare(`${b.key}`));
  for (const side of ["roles", "tasks", "agents", "models", "versions"] as const) {
    expect(byKey(told[side]), side).toEqual(byKey(costs[side]));
  }
  expect(told).toMatchObject({ discardedCost: costs.discardedCost, replanningCost: costs.replanningCost });
});

it("says what the run had cost after any of its events, as its events say", async () => {
  const { items } = await engine.services.runs.events({ actor, input: { runId, limit: 1_000 } });
  const { state: now } = await engine.services.runs.snapshot({ actor, input: { runId } });
  expect(await engine.services.runs.costs({ actor, input: { runId, at: now.seq } })).toEqual(
    costsOfEvents(now, items),
  );
  const at = items.find(({ type }) => type === "approval_opened")?.seq ?? 0;
  const { state } = await engine.services.runs.snapshot({ actor, input: { runId, at } });
  const before = await engine.services.runs.costs({ actor, input: { runId, at } });
  expect(before).toEqual(costsOfEvents(state, items.slice(0, at)));
  expect(before.total.modelCalls).toBeGreaterThan(0);
  expect(before.total.modelCalls).toBeLessThan(costs.total.modelCalls);
  const after = engine.services.runs.costs({ actor, input: { runId, at: now.seq + 1 } });
  await expect(after).rejects.toMatchObject({ code: "invalid_input" });
});
