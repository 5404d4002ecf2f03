import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { localPerson as actor } from "@/lib/auth/actor";
import { SCENARIOS } from "@/lib/core/scenarios";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/run-harness";
import { openSimulatedModel } from "@/lib/testing/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const tools = createToolbox(builtInTools(systemClock));
  const settings = { summarizer: "on" };
  engine = await startEngine({ databaseUrl: database.url, model: openSimulatedModel(), tools, settings });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const missionOf = (name: string) => SCENARIOS.find((scenario) => scenario.name === name)?.mission ?? "";

test("the staging story simply goes well", async () => {
  const runId = await engine.createRun({ mission: missionOf("staging") });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(Object.values(state.tasks).map((task) => task.status)).not.toContain("failed");
  expect(state.counters.reviews).toBe(1);
});

test("the fraud model is retrained after a replan and goes to production when a person says so", async () => {
  const runId = await engine.createRun({ mission: missionOf("fraud-model") });
  const waiting = await engine.waitFor(runId, (now) => Object.keys(now.openApprovals).length > 0);
  expect(waiting.counters.replans).toBe(1);
  await engine.decide(runId, "approve");
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.planVersion).toBe(2);
});

test("a release whose load the first plan forgot is put under load in one iteration", async () => {
  const runId = await engine.createRun({ mission: missionOf("iterate") });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished).toMatchObject({ reason: "answer_complete" });
  expect(state.counters).toMatchObject({ iterations: 1, replans: 0, reviews: 1, attempts: 5 });
  expect(state.order).toEqual([
    "build_artifacts",
    "deploy_staging",
    "review_deployment",
    "smoke_tests",
    "load_tests",
  ]);
  expect(state.summaries.map(({ qualityScore, route }) => [qualityScore, route?.decision])).toEqual([
    [0.55, "iterate"],
    [0.95, "finish"],
  ]);
  expect(state.answer).toMatchObject({ inline: expect.stringContaining("1000 requests a minute") });
  const report = await engine.services.runs.report({ actor, input: { runId } });
  expect(report).toMatchObject({
    iterations: 1,
    planVersion: 2,
    answer: expect.stringContaining("under load"),
  });
  const versions = (await engine.events(runId)).flatMap((event) =>
    event.type === "plan_version_adopted" ? [event.payload] : [],
  );
  expect(versions).toMatchObject([
    { version: 1, origin: "planner" },
    { version: 2, parent: 1, origin: "iteration", cause: expect.stringContaining("under load") },
  ]);
});
