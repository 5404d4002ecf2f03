import { afterAll, beforeAll, expect, test } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import { readBlock } from "@/lib/core/prompt-blocks";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

let database: TestDatabase;
let engine: TestEngine;
const asked: string[] = [];

const SEND = '(tool/send {:url "https://board.invalid/"})';
const acting = { title: "Tail", tasks: [{ id: "send", title: "Send it", type: "direct", input: SEND }] };
const tail = { title: "Tail", tasks: [{ id: "fix", title: "Fix it", input: "go" }] };

beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel(({ role, prompt }) => {
    if (role !== "reviewer") return "All is done.";
    const brief = readBlock(prompt, "agent_brief") ?? "";
    asked.push(brief);
    if (brief.includes("mumbler")) return "I cannot say.";
    const decision = /mender|sender/.test(brief)
      ? "REPLAN"
      : brief.includes("stopper")
        ? "ABORT"
        : "CONTINUE";
    const answers = [{ question: "Well?", answer: "yes", evidence: brief }];
    const updatedPlan = brief.includes("sender") ? acting : tail;
    return JSON.stringify({ decision, reasoning: `${brief} ${decision}`, answers, updatedPlan });
  });
  engine = await startEngine({
    ...{ databaseUrl: database.url, model },
    tools: createToolbox([testTool("send", { sideEffects: "external" })]),
  });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const reviewedBy = (reviewers: string[], consensus: string) => ({
  title: "Reviewed",
  tasks: [
    { id: "a", title: "First", input: "go" },
    { id: "r", title: "Check", type: "planning_review", dependsOn: ["a"], review: { reviewers, consensus } },
    { id: "z", title: "Last", input: "go", dependsOn: ["r"] },
  ],
});
const ended = (runId: string) => engine.waitFor(runId, (state) => state.finished !== undefined);
const report = (runId: string) => engine.services.runs.report({ actor, input: { runId } });

test("a majority continues by itself; the report keeps every vote with its reasons and answers", async () => {
  const plan = reviewedBy(["goer", "stopper", "other goer"], "majority");
  const runId = await engine.createRun({ mission: "Majority", plan });
  expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  const { decisions } = await report(runId);
  expect(decisions).toMatchObject([
    { kind: "review", taskId: "r", proposed: "CONTINUE", decision: "CONTINUE", provenance: "auto" },
  ]);
  const votes = decisions[0]?.votes.toSorted((one, two) => one.reviewer.localeCompare(two.reviewer));
  expect(votes).toMatchObject([
    { reviewer: "goer", decision: "CONTINUE", answers: [{ answer: "yes" }] },
    { reviewer: "other goer", decision: "CONTINUE" },
    { reviewer: "stopper", decision: "ABORT", reasoning: "You are stopper. ABORT" },
  ]);
});

test("a split waits for a person, who takes over the plan of the reviewer that they side with", async () => {
  const plan = reviewedBy(["goer", "mender", "stopper", "mumbler"], "majority");
  const runId = await engine.createRun({ mission: "Split", plan });
  const waiting = await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  const [approvalId = ""] = Object.keys(waiting.openApprovals);
  const approval = await engine.services.approvals.get({ actor, input: { approvalId } });
  expect(approval).toMatchObject({ verbs: ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"] });
  expect(approval.prompt).toContain(
    "1 CONTINUE (goer), 1 REPLAN (mender), 1 ABORT (stopper), 1 unreadable (mumbler)",
  );
  const context = await engine.services.approvals.context({ actor, input: { runId, approvalId } });
  expect(context.tail).toMatchObject({ tasks: [{ id: "fix" }] });
  await engine.decide(runId, "REPLAN", "it can be fixed");
  const state = await ended(runId);
  expect(state.tasks.fix?.status).toBe("succeeded");
  const { decisions } = await report(runId);
  expect(decisions).toContainEqual(
    expect.objectContaining({ kind: "review", proposed: "ABORT", decision: "REPLAN", provenance: "person" }),
  );
});

test("a proposed tail that acts is shown with what it would do, takes a second step, and binds its answer", async () => {
  const plan = reviewedBy(["sender"], "any");
  const [first, review, last] = plan.tasks;
  const held = { ...review, review: { ...review?.review, requiresHumanApproval: true } };
  const runId = await engine.createRun({
    mission: "Send",
    plan: { ...plan, tasks: [first, held, last] },
  });
  const waiting = await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  const [approvalId = ""] = Object.keys(waiting.openApprovals);
  const context = await engine.services.approvals.context({ actor, input: { runId, approvalId } });
  expect(context.tail).toMatchObject({ tasks: [{ id: "send", input: SEND }] });
  const items = [{ approvalId }];
  const preview = { items, verb: "approve", preview: true };
  const previewed = await engine.services.approvals.decideMany({ actor, input: preview });
  expect(previewed.items).toMatchObject([{ ok: true, risk: expect.stringContaining("“Send it” (by send)") }]);
  const stale = { approvalId, verb: "approve", digest: "0".repeat(64) };
  await expect(engine.services.approvals.decide({ actor, input: stale })).rejects.toMatchObject({
    code: "superseded",
  });
  const end = { approvalId, verb: "ABORT", comment: "Not to them." };
  await engine.services.approvals.decide({ actor, input: end });
  expect((await ended(runId)).tasks).not.toHaveProperty("send");
});

test("decisions given with the run are taken when their questions come up, and nobody is asked", async () => {
  const plan = reviewedBy(["goer", "stopper"], "unanimous");
  plan.tasks.push({ id: "h", title: "Look", type: "human_review", dependsOn: ["z"] } as never);
  const reviews = { r: { decision: "continue", reason: "seen before" }, h: "approve" };
  const before = asked.length;
  const runId = await engine.createRun({ mission: "Given", plan, reviews });
  expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  expect(asked.length).toBe(before);
  const { decisions } = await report(runId);
  expect(decisions).toMatchObject([
    { taskId: "r", decision: "CONTINUE", provenance: "session_rule", reasoning: "seen before", votes: [] },
    { taskId: "h", decision: "approve", provenance: "session_rule" },
  ]);
});

test("a decision for a review that the plan does not have is refused, and nothing has started", async () => {
  const plan = reviewedBy(["goer"], "any");
  const creating = engine.createRun({ mission: "Unknown", plan, reviews: { nobody: "ABORT" } });
  await expect(creating).rejects.toMatchObject({
    code: "invalid_input",
    message: "reviews.nobody: “nobody” is not a task of the plan. Its reviews and human gates are: r.",
  });
});
