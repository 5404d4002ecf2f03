import { afterAll, beforeAll, expect, it } from "vitest";
import type { LlmCall } from "@/lib/core/run/events/engine";
import { zoneOf } from "@/lib/http/zone-of";
import { storedPolicies } from "@/lib/testing/engine/stored-workspaces";
import { modelOf, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createToolbox } from "@/lib/tools";
import { createServices, type Services } from "../registry";

const MODELS = [
  { id: "acme:large", provider: "acme", simulated: false },
  { id: "simulated:scenarios", provider: "simulated", simulated: true },
];
const plan = { title: "P", tasks: [{ id: "a", input: "go" }] };

let world: ServiceWorld;
let services: Services;
const actor = () => world.person();

beforeAll(async () => {
  world = await openServiceWorld();
  const setup = { model: modelOf(MODELS), tools: createToolbox([]) };
  services = createServices({ ...world.deps, workspaces: storedPolicies(world.database, setup) });
});
afterAll(() => world.close());

const start = (model: string) =>
  services.runs.create({ actor: actor(), input: { plan, settings: { models: { default: model } } } });

/** A call of a run, recorded now by its worker. */
async function spend(runId: string, callId: string, facts: Partial<LlmCall>): Promise<void> {
  const call = {
    callId,
    role: "agent",
    model: "acme:large",
    latencyMs: 5,
    inputTokens: 1,
    outputTokens: 1,
    ...facts,
  };
  const envelope = {
    id: `calls-${callId}`,
    actor: { kind: "worker" as const, id: "w1" },
    command: { type: "record_calls" as const, calls: [call] },
  };
  const prompt = { epoch: 1, promptHash: "0".repeat(64), promptVersion: "1", planVersion: 1 };
  const rows = { modelCalls: [{ ...call, ...prompt }] };
  await world.deps.runStore.transition(runId, [{ envelope, rows }]);
}

it("a workspace spends up to its daily cap, and then nothing begins that may cost money", async () => {
  const today = () => services.spending.get({ actor: actor(), input: {} });
  expect(await today()).toMatchObject({ costMicroUsd: 0, capMicroUsd: null });
  const { runId } = await start("acme:large");
  await spend(runId, "c1", { costMicroUsd: 2_000_000 });
  await spend(runId, "c2", {});
  await spend(runId, "c3", { model: "simulated:scenarios", costMicroUsd: 9_000_000 });
  await services.spending.change({ actor: actor(), input: { capMicroUsd: 2_000_001 } });
  expect(await today()).toMatchObject({
    costMicroUsd: 2_000_000,
    uncostedCalls: 1,
    capMicroUsd: 2_000_001,
  });
  await start("acme:large");
  await services.spending.change({ actor: actor(), input: { capMicroUsd: 2_000_000 } });
  const refused = { code: "too_many_requests", details: { quota: "dailySpending" } };
  await expect(start("acme:large")).rejects.toMatchObject(refused);
  const { seq } = await services.runs.get({ actor: actor(), input: { runId } });
  const fork = { runId, fromSeq: seq };
  await expect(services.runs.fork({ actor: actor(), input: fork })).rejects.toMatchObject(refused);
  const changes = { settings: { models: { default: "simulated:scenarios" } } };
  const free = await start("simulated:scenarios");
  expect(free.runId).toBeTruthy();
  expect(await services.runs.fork({ actor: actor(), input: { ...fork, changes } })).toBeTruthy();
  await services.spending.change({ actor: actor(), input: { capMicroUsd: null } });
  await start("acme:large");
});

it("the cap is an administrator's to change, and each workspace's own", async () => {
  const operator = world.person({ capabilities: ["view", "operate", "review"] });
  const change = services.spending.change({ actor: operator, input: { capMicroUsd: 1 } });
  await expect(change).rejects.toMatchObject({ code: "forbidden" });
  await world.addWorkspaces("other");
  const other = world.person({ workspaceId: "other" });
  expect(await services.spending.get({ actor: other, input: {} })).toMatchObject({ costMicroUsd: 0 });
  await services.spending.change({ actor: other, input: { capMicroUsd: 0 } });
  await start("acme:large");
});

it("new runs have the limits of their workspace where they bring none, and the change is audited", async () => {
  await world.addWorkspaces("frugal");
  const admin = world.person({ workspaceId: "frugal" });
  const set = (input: object, actor = admin) => services.spending.setRunBudgets({ actor, input });
  const limitsOf = async (settings: object = {}) => {
    const { runId } = await services.runs.create({ actor: admin, input: { plan, settings } });
    const { budgets } = await services.runs.get({ actor: admin, input: { runId } });
    return Object.fromEntries(
      budgets.filter(({ limit }) => limit !== undefined).map(({ counter, limit }) => [counter, limit]),
    );
  };
  const usual = { maxTotalReplans: 5, maxWishes: 10, maxIterations: 2 };
  expect(await limitsOf()).toEqual(usual);
  const ofWorkspace = { maxTokens: 9_000, maxDurationMs: 600_000, maxTotalReplans: 1 };
  await set(ofWorkspace);
  expect(await services.spending.runBudgets({ actor: admin, input: {} })).toEqual(ofWorkspace);
  expect(await limitsOf()).toEqual({ ...usual, ...ofWorkspace });
  expect(await limitsOf({ maxTokens: 50, maxDurationMs: null })).toEqual({
    ...usual,
    maxTotalReplans: 1,
    maxTokens: 50,
  });
  const { sql } = world.database;
  const audit = await sql`select actor, details from audit_log where action = 'run_budgets_changed'`;
  expect(audit).toMatchObject([{ actor: { name: "Ada" }, details: ofWorkspace }]);
  // What a run once had stays its own.
  const { runId } = await services.runs.create({ actor: admin, input: { plan } });
  await set({});
  const { budgets } = await services.runs.get({ actor: admin, input: { runId } });
  expect(budgets).toContainEqual(expect.objectContaining({ counter: "maxTokens", limit: 9_000 }));
  expect(await limitsOf()).toEqual(usual);
  const operator = world.person({ workspaceId: "frugal", capabilities: ["view", "operate", "review"] });
  await expect(set({ maxTokens: 1 }, operator)).rejects.toMatchObject({ code: "forbidden" });
  await expect(set({ maxTokens: 0 })).rejects.toMatchObject({ code: "invalid_input" });
});

it("the overview counts the runs of real models that ended in the last seven days", async () => {
  const figures = () => services.overview.figures({ actor: actor(), input: {} });
  const before = await figures();
  const { runId } = await start("acme:large");
  await services.runs.command({ actor: actor(), input: { runId, type: "cancel" } });
  expect(await figures()).toMatchObject({ ended: before.ended + 1, completed: before.completed });
  const { runs } = await services.insights.report({
    actor: actor(),
    input: { from: before.from, to: before.to },
  });
  expect(runs).toMatchObject({ ended: before.ended + 1 });
});

it("the overview and the insights count days of the zone of the one who looks", async () => {
  await world.addWorkspaces("far");
  const { runId } = await services.runs.create({
    actor: world.person({ workspaceId: "far" }),
    input: { plan, settings: { models: { default: "acme:large" } } },
  });
  const { sql } = world.database;
  await sql`update runs set finished_at = '2026-01-04T23:30Z' where id = ${runId}`;
  const countOf = async (zone: string, day: string) => {
    const looker = { ...world.person({ workspaceId: "far" }), zone: zoneOf(zone) };
    const report = await services.insights.report({ actor: looker, input: { from: day, to: day } });
    return report.runs.ended;
  };
  expect([await countOf("UTC", "2026-01-04"), await countOf("UTC", "2026-01-05")]).toEqual([1, 0]);
  expect([await countOf("Europe/Oslo", "2026-01-04"), await countOf("Europe/Oslo", "2026-01-05")]).toEqual([
    0, 1,
  ]);
  const far = { ...world.person({ workspaceId: "far" }), zone: zoneOf("Pacific/Kiritimati") };
  const { to } = await services.overview.figures({ actor: far, input: {} });
  expect(to).toBe(new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10));
});

it("the overview counts demo runs where no others have ended, and says so", async () => {
  await world.addWorkspaces("samples");
  const visitor = world.person({ workspaceId: "samples" });
  const figures = () => services.overview.figures({ actor: visitor, input: {} });
  const cancelOne = async (model: string) => {
    const settings = { models: { default: model } };
    const { runId } = await services.runs.create({ actor: visitor, input: { plan, settings } });
    await services.runs.command({ actor: visitor, input: { runId, type: "cancel" } });
  };
  expect(await figures()).toMatchObject({ runs: "real", ended: 0 });
  await cancelOne("simulated:scenarios");
  expect(await figures()).toMatchObject({ runs: "demo", ended: 1, completed: 0 });
  await cancelOne("acme:large");
  expect(await figures()).toMatchObject({ runs: "real", ended: 1 });
});
