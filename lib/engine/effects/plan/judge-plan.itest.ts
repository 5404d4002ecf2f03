import { afterAll, beforeAll, expect, test } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RoleName } from "@/lib/core/prompt-blocks";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel, type Script, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { questionOf } from "@/lib/testing/runs/question-of";

/** Each test's mission has an answer of its own for every role; what none says, succeeds. */
const scripts = new Map<string, Partial<Record<RoleName, Script | ScriptedAnswer>>>();

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel((request, context) => {
    const mission = [...scripts.keys()].find((name) => request.prompt.includes(name)) ?? "";
    const answer = scripts.get(mission)?.[request.role ?? "agent"] ?? "All is well and done.";
    return typeof answer === "function" ? answer(request, context) : answer;
  });
  engine = await startEngine({ databaseUrl: database.url, model });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const wide = (count: number) => ({
  title: `Plan of ${count}`,
  tasks: Array.from({ length: count }, (_, n) => ({ id: `t${n}`, title: `Task ${n}`, input: "look" })),
});
const GOOD = wide(1);
const WEAK = wide(4);
const critic = (mode: "static" | "model", minScore = 10) => ({ critic: { mode, minScore } });
const modelFindings = JSON.stringify({
  findings: [
    {
      code: "semantic_issue",
      severity: "warning",
      taskId: "t0",
      message: "Looking is not what the mission asks for.",
      recommendation: "Do it instead.",
    },
  ],
});

const gateOf = (runId: string) =>
  engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
const ended = (runId: string) => engine.waitFor(runId, (state) => state.finished !== undefined);
const promptOf = (state: Awaited<ReturnType<typeof gateOf>>) =>
  questionOf(state.approvals[Object.keys(state.openApprovals)[0] ?? ""]);
const versionOf = (runId: string) => engine.services.plans.get({ actor, input: { runId } });

test("a weak plan goes back to the planner once and comes back better", async () => {
  scripts.set("IMPROVE", {
    planner: ({ prompt }) => JSON.stringify(prompt.includes("missing_gate") ? GOOD : WEAK),
  });
  const runId = await engine.createRun({ mission: "IMPROVE", settings: critic("static") });
  expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  expect(await versionOf(runId)).toMatchObject({
    version: 1,
    origin: "planner",
    plan: { title: "Plan of 1" },
    critique: { by: "static", score: 10, improvedFrom: 9, findings: [] },
  });
});

test.each([
  ["approve", "answer_complete"],
  ["reject", "aborted_by_person"],
] as const)("a plan that stays weak waits for a person: %s", async (verb, reason) => {
  const mission = `STAYS WEAK ${verb}`;
  scripts.set(mission, { planner: JSON.stringify(WEAK) });
  const runId = await engine.createRun({ mission, settings: critic("static") });
  expect(promptOf(await gateOf(runId))).toContain(
    "The plan scores 9 of 10: 1 warning. This run asks for 10.",
  );
  await engine.decide(runId, verb);
  expect((await ended(runId)).finished?.reason).toBe(reason);
});

test("a person's own weak plan waits too, is never rewritten, and keeps what people say of its findings", async () => {
  scripts.set("OWN PLAN", { planner: { fail: { code: "bad_request" } } });
  const runId = await engine.createRun({ mission: "OWN PLAN", plan: WEAK, settings: critic("static") });
  await gateOf(runId);
  const [finding] = (await versionOf(runId)).critique?.findings ?? [];
  const verdict = { planVersion: 1, findingKey: finding?.key ?? "", verdict: "waived" as const };
  const input = { runId, type: "review_finding" as const, ...verdict, reason: "They stand alone." };
  await engine.services.runs.command({ actor, input });
  await engine.decide(runId, "approve");
  expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  expect(await versionOf(runId)).toMatchObject({
    origin: "person",
    critique: {
      score: 9,
      openScore: 10,
      findings: [{ verdict: { verdict: "waived", reason: "They stand alone." } }],
    },
  });
});

test("a model critic adds what no rule sees, and the planner hears of it", async () => {
  let heard = "";
  scripts.set("MODEL CRITIC", {
    critic: modelFindings,
    planner: ({ prompt }) => {
      heard = prompt;
      return JSON.stringify(GOOD);
    },
  });
  const runId = await engine.createRun({ mission: "MODEL CRITIC", settings: critic("model") });
  await gateOf(runId);
  expect(heard).toContain(
    "- warning semantic_issue t0: Looking is not what the mission asks for. Do it instead.",
  );
  expect((await versionOf(runId)).critique).toMatchObject({
    by: "model",
    score: 9,
    findings: [{ code: "semantic_issue", taskId: "t0" }],
  });
});

test("a model says which demands of the mission no task answers and which tasks serve none, however many", async () => {
  const demands = [
    { demand: "COVER", tasks: ["t0"] },
    { demand: "everything", tasks: [] },
  ];
  scripts.set("COVER everything", { critic: JSON.stringify({ findings: [], demands }) });
  const plan = wide(300);
  const mission = "COVER everything";
  const runId = await engine.createRun({
    mission,
    plan,
    settings: { ...critic("model"), planApproval: true },
  });
  const state = await gateOf(runId);
  expect(state.critiques[1]?.coverage).toHaveProperty("ref");
  const extra = plan.tasks.slice(1).map(({ id }) => id);
  expect((await versionOf(runId)).critique?.coverage).toEqual({ demands, unquoted: [], extra });
});

test("a person's own plan is shown to the model critic before it starts", async () => {
  scripts.set("OWN MODEL", { critic: modelFindings });
  const weak = await engine.createRun({ mission: "OWN MODEL", plan: GOOD, settings: critic("model") });
  expect(promptOf(await gateOf(weak))).toContain("Looking is not what the mission asks for.");
  expect((await engine.events(weak)).map(({ type }) => type)).not.toContain("run_started");
  const fine = await engine.createRun({ mission: "OWN MODEL", plan: GOOD, settings: critic("model", 9) });
  expect((await ended(fine)).critiques[1]).toMatchObject({ by: "model", score: 9 });
});

test.each([
  ["cannot be reached", { fail: { code: "auth", message: "no key" } } as ScriptedAnswer, "(no key)"],
  ["gives nothing readable", "It looks fine to me.", "There is no list of findings in it"],
])("a model critic that %s leaves the word of the rules, and says so", async (what, answer, why) => {
  const mission = `CRITIC ${what}`;
  scripts.set(mission, { critic: answer, planner: JSON.stringify(WEAK) });
  const runId = await engine.createRun({ mission, settings: critic("model", 5) });
  expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  const { critique } = await versionOf(runId);
  expect(critique).toMatchObject({ by: "static", score: 9, coverage: null });
  expect(critique?.note).toContain(why);
});
