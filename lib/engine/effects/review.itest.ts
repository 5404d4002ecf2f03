import { afterAll, beforeAll, expect, test } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import { readBlock } from "@/lib/core/prompt-blocks";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
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
/** A tail by an agent of the plan in force, and one behind a review that it only names. */
const publishing = {
  title: "Tail",
  tasks: [{ id: "publish", title: "Publish", agent: "worker", input: "Publish it" }],
};
const guarded = {
  title: "Tail",
  tasks: [
    { id: "safe", title: "Safe?", type: "planning_review", review: { template: "house rule" } },
    { id: "send", title: "Send it", type: "direct", input: SEND, dependsOn: ["safe"] },
  ],
};
const tail = { title: "Tail", tasks: [{ id: "fix", title: "Fix it", input: "go" }] };

beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel(({ role, prompt }) => {
    if (role !== "reviewer") return "All is done.";
    const brief = readBlock(prompt, "agent_brief") ?? "";
    asked.push(brief);
    if (brief.includes("mumbler")) return "I cannot say.";
    const decision = /mender|sender|publisher|keeper/.test(brief)
      ? "REPLAN"
      : brief.includes("stopper")
        ? "ABORT"
        : "CONTINUE";
    const answers = [{ question: "Well?", answer: "yes", evidence: brief }];
    const proposed = { sender: acting, publisher: publishing, keeper: guarded };
    const [, updatedPlan] = Object.entries(proposed).find(([name]) => brief.includes(name)) ?? ["", tail];
    const said = { decision, reasoning: `${brief} ${decision}`, conditions: [], answers };
    return JSON.stringify(decision === "REPLAN" ? { ...said, updatedPlan } : said);
  });
  engine = await startEngine({
    databaseUrl: database.url,
    model,
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
  await expect(engine.services.approvals.decideMany({ actor, input: preview })).rejects.toMatchObject({
    details: { acting: [approvalId] },
  });
  const stale = { approvalId, verb: "approve", digest: "0".repeat(64) };
  await expect(engine.services.approvals.decide({ actor, input: stale })).rejects.toMatchObject({
    code: "superseded",
  });
  const end = { approvalId, verb: "ABORT", comment: "Not to them." };
  await engine.services.approvals.decide({ actor, input: end });
  expect((await ended(runId)).tasks).not.toHaveProperty("send");
});

const openGate = async (runId: string, but = "") => {
  const gateIn = ({ approvals }: Readonly<RunState>) =>
    Object.values(approvals).find(({ approvalId, status }) => status === "open" && approvalId !== but);
  const state = await engine.waitFor(runId, (current) => gateIn(current) !== undefined);
  return { state, gate: gateIn(state) as ApprovalState };
};
const contextOf = (runId: string, { approvalId }: ApprovalState) =>
  engine.services.approvals.context({ actor, input: { runId, approvalId } });
const decide = ({ approvalId, digest }: ApprovalState, verb: string, comment?: string) => {
  const input = { approvalId, digest, verb, ...(comment !== undefined && { comment }) };
  return engine.services.approvals.decide({ actor, input });
};
const MANUAL = { reviewMode: "manual", afterApproval: "ask" } as const;

test("a tail is proposed again where an agent that does its work is edited while people are asked about it", async () => {
  const agents = { worker: { prompt: "Work.", tools: [] as string[] } };
  const plan = { ...reviewedBy(["publisher"], "any"), agents };
  const runId = await engine.createRun({ mission: "Publish", plan, settings: MANUAL });
  const first = await openGate(runId);
  expect((await contextOf(runId, first.gate)).tailActs).toEqual([]);
  const edited = { ...plan, agents: { worker: { prompt: "Work.", tools: ["send"] } } };
  const edit = { runId, type: "edit_plan", plan: edited, expectedPlanVersion: 1, reason: "tidy" } as const;
  await engine.services.runs.command({ actor, input: edit });
  const second = await openGate(runId, first.gate.approvalId);
  expect(second.gate).toMatchObject({ kind: "review_decision", supersedes: first.gate.approvalId });
  expect(second.gate.digest).not.toBe(first.gate.digest);
  expect((await contextOf(runId, second.gate)).tailActs).toEqual([{ taskId: "publish", tools: ["send"] }]);
  const { releases } = await engine.services.approvals.get({
    actor,
    input: { approvalId: second.gate.approvalId },
  });
  expect(releases?.[0]).toContain("What it came to:\n    | Done\n  Result (text):\n    | All is done.");
  expect(releases?.[1]).toMatch(
    /^with REPLAN: “.*” by send, target not known beforehand\n[\s\S]*Brief of worker:\n {4}\| Work\.\n {2}agent tools:\n {4}\| send$/,
  );
  await expect(decide(first.gate, "approve")).rejects.toMatchObject({ code: "superseded" });
  const { items: events } = await engine.services.runs.events({ actor, input: { runId, after: 0 } });
  expect(events.find(({ type }) => type === "approval_superseded")?.payload).toMatchObject({
    reason: { code: "gate_changed", planVersion: 2, part: "tail", agents: ["worker"] },
  });
  await decide(second.gate, "ABORT", "Not that.");
  expect((await ended(runId)).tasks).not.toHaveProperty("publish");
});

test("a review that a tail only names is filled in before people see the tail, and stays as they saw it", async () => {
  const rule = (review: object) => ({
    title: "Rule",
    tasks: [
      {
        id: "rule",
        title: "Rule",
        type: "planning_review",
        review: { requiresHumanApproval: true, ...review },
      },
    ],
  });
  const saved = { kind: "review", name: "house rule", body: rule({ focus: "Is it safe?" }) } as const;
  const { templateId } = await engine.services.templates.save({ actor, input: saved });
  const plan = reviewedBy(["keeper"], "any");
  const runId = await engine.createRun({ mission: "Keep", plan, settings: MANUAL });
  const { state, gate } = await openGate(runId);
  const { tail: shown, tailActs } = await contextOf(runId, gate);
  const asks = { requiresHumanApproval: true, focus: "Is it safe?" };
  expect(shown?.tasks[0]?.review).toMatchObject(asks);
  expect(shown?.tasks[0]?.review).not.toHaveProperty("condition");
  // It shows less than the review before it, at which people let the same act pass.
  expect(tailActs?.map(({ taskId }) => taskId)).toEqual(["safe", "send"]);
  expect(state.tasks.r?.proposal?.tailRelease?.acts).toMatchObject([{ title: "Send it" }]);
  const laxer = { templateId, expectedVersion: 1, body: rule({ condition: "false" }) };
  await engine.services.templates.save({ actor, input: laxer });
  await decide(gate, "approve");
  const next = await openGate(runId, gate.approvalId);
  expect(next.gate).toMatchObject({ kind: "review_decision", taskId: "safe" });
  expect(next.state.tasks.safe?.spec.review).toEqual(shown?.tasks[0]?.review);
  await decide(next.gate, "ABORT", "No.");
  expect((await ended(runId)).tasks.send?.attempt).toBe(0);
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
