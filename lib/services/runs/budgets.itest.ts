import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import type { Capability } from "@/lib/core/capabilities";
import { asDomainError } from "@/lib/core/errors";
import type { Model } from "@/lib/core/ports";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

/** The second model has no price. */
const scripted = createScriptedModel(() => "All is well and done.");
const [priced] = scripted.list();
const free = { id: "scripted:free", provider: "scripted", simulated: true };
const model: Model = { ...scripted, list: () => (priced ? [priced, free] : []) };

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startEngine({ databaseUrl: database.url, model });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const plan = { title: "Two", tasks: ["a", "b"].map((id) => ({ id, title: id, input: "go" })) };
const start = (settings: object) =>
  engine.createRun({ mission: "Do it", plan, settings: { maxOutputTokens: 500, ...settings } });
const lineOf = (budgets: { counter: string }[], counter: string) =>
  budgets.find((line) => line.counter === counter);

async function waitingGate(settings: object): Promise<{ runId: string; approvalId: string }> {
  const runId = await start(settings);
  const state = await engine.waitFor(runId, (now) => Object.keys(now.openApprovals).length > 0);
  return { runId, approvalId: Object.keys(state.openApprovals)[0] ?? "" };
}

describe("budgets over the services", () => {
  it("are told with the run, asked about at a gate, raised by a number, and told in the report", async () => {
    const { runId, approvalId } = await waitingGate({ maxTokens: 600 });
    const view = await engine.services.runs.get({ actor, input: { runId } });
    expect(lineOf(view.budgets, "maxTokens")).toMatchObject({
      used: 0,
      limit: 600,
      setting: "settings.maxTokens",
    });
    const gate = await engine.services.approvals.get({ actor, input: { approvalId } });
    expect(gate).toMatchObject({ kind: "budget", subject: { counter: "maxTokens", used: 0, limit: 600 } });
    const raise = (value: unknown) =>
      engine.services.approvals.decide({
        actor,
        input: { approvalId, verb: "raise", value: value as never },
      });
    for (const value of [600, "many", -1, { limit: 9_000 }]) {
      const refused = await raise(value).catch(asDomainError);
      expect(refused).toMatchObject({ code: "invalid_input" });
    }
    await raise(9_000);
    await engine.waitFor(runId, (state) => state.finished !== undefined);
    const report = await engine.services.runs.report({ actor, input: { runId } });
    expect(report.finishReason).toBe("answer_complete");
    expect(lineOf(report.budgets, "maxTokens")).toMatchObject({
      used: 330,
      reserved: 0,
      unknown: 0,
      limit: 9_000,
    });
  });

  it("are raised beside their gate, which closes it", async () => {
    const { runId } = await waitingGate({ maxTokens: 600 });
    const input = { runId, type: "raise_budget" as const, counter: "maxTokens" as const, limit: 9_000 };
    const operator = {
      ...actor,
      id: "olga",
      name: "Olga",
      capabilities: ["view", "operate"] as Capability[],
    };
    const denied = await engine.services.runs.command({ actor: operator, input }).catch(asDomainError);
    expect(denied).toMatchObject({ code: "forbidden" });
    const { seq: fromSeq } = await engine.waitFor(runId, () => true);
    const forkWith = (settings: object) =>
      engine.services.runs
        .fork({ actor: operator, input: { runId, fromSeq, changes: { settings } } })
        .catch(asDomainError);
    expect(await forkWith({ maxTokens: 9_000 })).toMatchObject({ code: "forbidden" });
    expect(await forkWith({ maxTurns: 20 })).toHaveProperty("runId");
    const { status } = await engine.services.runs.command({ actor, input });
    expect(status).toBe("running");
    const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
    expect(state.finished?.reason).toBe("answer_complete");
    const late = await engine.services.runs.command({ actor, input }).catch(asDomainError);
    expect(late).toMatchObject({ code: "not_allowed_now" });
  });

  it("in dollars warn before the start when a model of the run has no price", async () => {
    const runId = await start({ maxCostMicroUsd: 900_000, models: { default: free.id } });
    await engine.waitFor(runId, (state) => state.finished !== undefined);
    const events = await engine.events(runId);
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(["run_created", "budget_warned"]);
    expect(events.filter(({ type }) => type === "budget_warned")).toHaveLength(1);
    expect(events[1]?.payload).toMatchObject({ counter: "maxCostMicroUsd", unpriced: [free.id] });
    const { budgets } = await engine.services.runs.get({ actor, input: { runId } });
    expect(lineOf(budgets, "maxCostMicroUsd")).toMatchObject({ used: 0, unknown: 3 });
    const known = await start({ maxCostMicroUsd: 900_000 });
    await engine.waitFor(known, (state) => state.finished !== undefined);
    expect((await engine.events(known)).map(({ type }) => type)).not.toContain("budget_warned");
  });

  it.each([{ maxTokens: 0 }, { maxTokens: -1 }, { maxHops: -1 }, { maxDurationMs: 1.5 }, { maxCost: 1 }])(
    "are refused when they are none: %o",
    async (settings) => {
      expect(await start(settings).catch(asDomainError)).toMatchObject({ code: "invalid_input" });
    },
  );
});
