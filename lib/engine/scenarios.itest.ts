import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { localPerson as actor } from "@/lib/auth/actor";
import { SAMPLE_SETTINGS, SCENARIOS, sampleSettings } from "@/lib/core/scenarios";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const tools = createToolbox(builtInTools(systemClock));
  const settings = { summarizer: "on" as const };
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
    {
      version: 2,
      parent: 1,
      origin: "iteration",
      cause: { code: "iteration", text: expect.stringContaining("under load") },
    },
  ]);
});

/** The digest of each result when it was told. */
async function digests(runId: string): Promise<Record<string, string>> {
  const reported = (await engine.events(runId)).flatMap((event) =>
    event.type === "task_succeeded" ? [[event.payload.taskId, event.payload.value.digest] as const] : [],
  );
  return Object.fromEntries(reported);
}

test("an authentication bug that is fixed already completes early, and the rest is skipped", async () => {
  const runId = await engine.createRun({ mission: missionOf("auth-bug") });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("completed_early");
  const report = await engine.services.runs.report({ actor, input: { runId } });
  expect(report).toMatchObject({
    status: "completed",
    executionAttempts: 3,
    decisions: [{ taskId: "review_cause", proposed: "COMPLETE", decision: "COMPLETE", provenance: "auto" }],
    replanHistory: [],
    answer: expect.stringContaining("fixed already"),
  });
  expect(report.tasks.map(({ status }) => status)).toEqual([
    ...Array<string>(3).fill("succeeded"),
    ...Array<string>(4).fill("skipped"),
  ]);
});

test("a refused quota aborts the run with its reason, and keeps what was found out", async () => {
  const runId = await engine.createRun({ mission: missionOf("cloud-quota") });
  await engine.waitFor(runId, (now) => now.finished !== undefined);
  const report = await engine.services.runs.report({ actor, input: { runId } });
  expect(report).toMatchObject({
    status: "aborted",
    finishReason: "aborted_by_review",
    message: expect.stringContaining("refused 12 more CPUs in eu-central"),
    decisions: [{ decision: "CONTINUE" }, { decision: "ABORT", taskId: "review_infrastructure" }],
    answer: null,
  });
  expect(Object.keys(report.results)).toEqual([
    "estimate_needs",
    "check_quota",
    "review_capacity",
    "request_quota",
    "review_infrastructure",
  ]);
  expect(report.tasks.filter(({ status }) => status === "aborted")).toHaveLength(5);
});

test("three calls of one turn wait together, each is decided alone, and the agent says what was refused and why", async () => {
  const runId = await engine.createRun({ mission: missionOf("rollout") });
  const waiting = await engine.waitFor(runId, (now) => Object.keys(now.openApprovals).length === 3);
  const gates = Object.values(waiting.approvals).sort((a, b) => a.openedSeq - b.openedSeq);
  expect(gates.map(({ kind, subject }) => [kind, subject?.tool])).toEqual(
    Array(3).fill(["tool_approval", "deploy"]),
  );
  const answers = [
    { verb: "approve" as const },
    { verb: "approve" as const },
    { verb: "reject" as const, comment: "Payments are frozen until Monday" },
  ];
  for (const [n, { approvalId, digest }] of gates.entries()) {
    const answer = answers[n] ?? { verb: "reject" as const };
    await engine.services.approvals.decide({ actor, input: { approvalId, digest, ...answer } });
  }
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  const report = await engine.services.runs.report({ actor, input: { runId } });
  expect(report.results.release_services).toMatch(
    /^Released 2 services at 2\.3\.0: shop, catalog\. payments stays as it was: .*Payments are frozen until Monday/,
  );
});

test("research: a search that brings too little is repaired by its retry, and a person releases the report", async () => {
  const runId = await engine.createRun({ mission: missionOf("research") });
  const waiting = await engine.waitFor(runId, (now) => Object.keys(now.openApprovals).length > 0);
  expect(waiting.tasks.research_crewai?.attempt).toBe(2);
  await engine.decide(runId, "approve", "Good to read");
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  const evidence = (await engine.events(runId)).flatMap((event) =>
    event.type === "verification_failed" || event.type === "verification_passed"
      ? [{ type: event.type, ...event.payload }]
      : [],
  );
  expect(evidence.filter(({ type }) => type === "verification_failed")).toMatchObject([
    {
      taskId: "research_crewai",
      attempt: 1,
      layer: "predicate",
      diagnosis: { text: "Expected 5+ findings, got 2" },
    },
  ]);
  expect(evidence.filter(({ taskId }) => taskId === "research_crewai")).toHaveLength(4);
  const report = await engine.services.runs.report({ actor, input: { runId } });
  expect(report).toMatchObject({ replans: 0, planVersion: 1, executionAttempts: 9 });
  expect(report.results.release_report).toBe(report.results.write_report);
});

test("prices that a check refuses replace the tail; what is done keeps its results", async () => {
  const runId = await engine.createRun({ mission: missionOf("tail-replan") });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  const report = await engine.services.runs.report({ actor, input: { runId } });
  expect(report.replanHistory).toMatchObject([
    {
      number: 1,
      trigger: "verification",
      taskId: "compute_prices",
      diagnosis: "Price must be positive: K-104, K-106",
      fromVersion: 1,
      toVersion: 2,
    },
  ]);
  expect(report.tasks.map(({ id, status, sinceVersion }) => `${id} ${status} ${sinceVersion}`)).toEqual([
    "read_price_list succeeded 1",
    "read_rate succeeded 1",
    "compute_prices failed 1",
    "quote_missing succeeded 2",
    "compute_prices_v2 succeeded 2",
    "review_prices_v2 succeeded 2",
    "update_shop_v2 succeeded 2",
    "check_shop_v2 succeeded 2",
    "review_prices superseded 1",
    "update_shop superseded 1",
    "check_shop superseded 1",
  ]);
  const reported = await digests(runId);
  for (const id of ["read_price_list", "read_rate"]) {
    expect(state.tasks[id]?.result?.digest).toBe(reported[id]);
  }
});

test("an answer with a gap is found by its critics, revised, and told in the report", async () => {
  const { services } = engine;
  const { runId } = await services.runs.create({
    actor,
    input: { mission: missionOf("reflect"), settings: { ...SAMPLE_SETTINGS, reviewMode: "auto" } },
  });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  const report = await services.runs.report({ actor, input: { runId } });
  expect(report).toMatchObject({
    status: "completed",
    replans: 0,
    iterations: 0,
    openApprovals: [],
    answer: expect.stringContaining("6 servers"),
    reflection: {
      outcome: "passed",
      passed: true,
      requiresFollowup: false,
      score: 0.95,
      threshold: 0.8,
      revisions: 1,
      questions: [],
      answers: [
        { score: 0.75, kept: false, issues: ["It does not say how many servers it needs."] },
        { score: 0.95, kept: true, answer: report.answer },
      ],
    },
  });
  const measured = report.tasks.find(({ id }) => id === "measure_service");
  expect(measured?.reflection).toMatchObject({ outcome: "passed", score: 0.95, revisions: 1 });
  expect(report.tasks.find(({ id }) => id === "estimate_servers")?.reflection).toBeNull();
  const roles = (await engine.events(runId)).flatMap(({ type, payload }) =>
    type === "llm_called" ? [payload.role] : [],
  );
  expect(roles.filter((role) => role === "critique")).toHaveLength(4);
  expect(roles.filter((role) => role === "revision")).toHaveLength(3);
  const { items } = await services.runs.trajectory({
    actor,
    input: { runId, taskId: "measure_service", attempt: 1 },
  });
  expect(items.map(({ body }) => body.critique?.score)).toEqual([undefined, 0.65, undefined, 0.95]);
});

test("each of them is taken away as one page of less than half a megabyte", async () => {
  const { runs } = engine.services;
  const refined = missionOf("refine");
  const { runId } = await runs.create({
    actor,
    input: { mission: refined, settings: { ...sampleSettings("refine"), reviewMode: "auto" } },
  });
  await engine.waitFor(runId, (now) => now.finished !== undefined);
  const { items } = await runs.list({ actor, input: { limit: 100 } });
  const played = items.map(({ title }) => title);
  expect(played).toEqual(expect.arrayContaining(SCENARIOS.map(({ mission }) => mission)));
  for (const { id, title } of items) {
    const { text } = await runs.exportReport({ actor, input: { runId: id, format: "html" } });
    expect(Buffer.byteLength(text), title).toBeLessThan(500_000);
  }
});
