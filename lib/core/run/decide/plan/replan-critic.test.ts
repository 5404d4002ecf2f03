import { describe, expect, it } from "vitest";
import { storePlan } from "@/lib/core/plan/store";
import { Approved, LOOK, SEND } from "@/lib/testing/runs/approved-run";
import { questionOf } from "@/lib/testing/runs/question-of";
import { decide, entryOf, summarizeWithGap } from "@/lib/testing/runs/replan-stories";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { formatReasons } from "../../../describe/reason";
import type { Plan } from "../../../plan/schema";
import { statusOf } from "../..";
import { statedReason } from "../../reasons";
import type { RunSettings } from "../../settings";
import { truncateCritique } from "../../truncate/critique";

const bad: TaskDraft = { id: "bad", maxRetries: 0 };

const scored = (score: number) =>
  truncateCritique(
    { score, summary: `Scores ${score}.`, findings: [], recommendations: [] },
    { by: "static" },
  ).kept;

/** A failed task has been replanned; the critic gives the new version this score. */
function replanned(score: number, settings: Partial<RunSettings> = {}, ...tail: TaskDraft[]): RunWorld {
  const critic = { mode: "static" as const, minScore: 6 };
  const world = new RunWorld({ plan: planOf(bad), settings: { critic, ...settings } });
  world.start();
  world.fail("bad");
  return write(world, score, bad, ...(tail.length > 0 ? tail : [{ id: "n" }]));
}

function write(world: RunWorld, score: number, ...tasks: TaskDraft[]): RunWorld {
  world.start();
  const plan = planOf(...tasks);
  const offered = { ...offer(plan, storePlan(world.plan as Plan).plan), critique: scored(score) };
  const key = world.keyOfKind("replan");
  const fromVersion = world.state.planVersion;
  world.send({ type: "replan_written", key, plan: offered, fromVersion, renamed: [] });
  if (world.state.planVersion > fromVersion) world.plan = plan;
  return world;
}

describe("the version of a replan", () => {
  it("keeps the critic's word, and continues at the score that is asked for", () => {
    const world = replanned(6);
    expect(world.state.critiques).toMatchObject({ 2: { score: 6, by: "static" } });
    expect(world.start()).toEqual(["n"]);
  });

  it("is only informed about when the run asks for no score", () => {
    const world = replanned(1, { critic: { mode: "static", minScore: 0 } });
    expect(world.last("plan_critiqued").payload).toMatchObject({ version: 2, score: 1 });
    expect(world.start()).toEqual(["n"]);
  });

  it("waits for a person below it: nothing new starts, nothing ends", () => {
    const world = replanned(3);
    expect(world.last("approval_opened").payload).toMatchObject({
      kind: "plan_approval",
      planVersion: 2,
      verbs: ["approve", "request_changes", "reject"],
    });
    expect(questionOf(world.last("approval_opened").payload)).toMatch(
      /^Continue with plan version 2\? .*\nScores 3\. This run asks for 6\.$/s,
    );
    expect(world.startable()).toEqual([]);
    expect(statusOf(world.state)).toBe("waiting");
    decide(world, "approve", "good enough");
    expect(world.start()).toEqual(["n"]);
    expect(entryOf(world).outcome).toBe("adopted");
  });

  it("is asked about again, under another name, where an agent is steered whose work something in it reads", () => {
    const beside: TaskDraft = { id: "beside" };
    const critic = { mode: "static" as const, minScore: 6 };
    const settings = { critic, replanGraceMs: 0 };
    const first: TaskDraft = { ...bad, onFailure: "replan" };
    const world = new RunWorld({ plan: planOf(first, beside), settings });
    world.start();
    world.fail("bad");
    world.tick(1);
    const ship: TaskDraft = { id: "ship", type: "direct", input: "(tool/ship {})", dependsOn: ["beside"] };
    write(world, 3, first, beside, ship);
    const asked = world.last("approval_opened").payload;
    expect([asked.kind, world.status("beside")]).toEqual(["plan_approval", "running"]);
    expect(world.send({ type: "steer", taskId: "beside", message: "Mind the date" }, ANNA).ok).toBe(true);
    const again = world.last("approval_opened").payload;
    expect(world.last("approval_superseded").payload).toMatchObject({
      approvalId: asked.approvalId,
      by: again.approvalId,
      reason: { code: "task_changed", act: "steer" },
    });
    expect(again).toMatchObject({ kind: "plan_approval", planVersion: 2, supersedes: asked.approvalId });
    expect(again.digest).not.toBe(asked.digest);
  });

  it("is asked about with the whole plan in a fork of a run whose plan people approved: nothing of that begins there", () => {
    const run = new Approved({ critic: { mode: "static", minScore: 6 }, afterApproval: "replan" });
    const { world } = run;
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    const plan = { ...run.offered(run.planOf(LOOK, SEND, { id: "n" })), critique: scored(3) };
    world.start();
    const key = world.keyOfKind("replan");
    world.send({ type: "replan_written", key, plan, fromVersion: 1, renamed: [] });
    const fork = world.fork(world.state.seq);
    expect([world, fork].map(({ state }) => [state.planVersion, state.unapproved])).toEqual([
      [2, "version"],
      [2, "run"],
    ]);
  });

  it("has a retry wait with everything else that has not begun", () => {
    const beside: TaskDraft = { id: "beside", maxRetries: 2, onFailure: "retry" };
    const critic = { mode: "static" as const, minScore: 6 };
    const settings = { critic, replanGraceMs: 0, replanCooldownMs: 0, retryDelayMs: 30_000 };
    const first: TaskDraft = { ...bad, onFailure: "replan" };
    const world = new RunWorld({ plan: planOf(first, beside), settings });
    world.start();
    world.fail("beside");
    world.fail("bad");
    write(world, 3, first, beside, { id: "n" });
    expect(world.status("beside")).toBe("running");
    world.tick(60_000);
    expect(world.start()).toEqual([]);
    decide(world, "approve", "good enough");
    expect(world.start()).toEqual(["beside", "n"]);
  });

  it("waits even when nothing is left to do in it", () => {
    const critic = { mode: "static" as const, minScore: 6 };
    const world = new RunWorld({ plan: planOf(bad), settings: { critic } });
    world.start();
    world.fail("bad");
    write(world, 3, { ...bad });
    expect(world.last("replan_refused").payload.number).toBe(1);
    write(world, 3, bad, { id: "r", type: "planning_review", dependsOn: ["bad"] });
    expect(world.state.phase).toBe("executing");
    world.send({ type: "skip_task", taskId: "r", reason: "no need" }, ANNA);
    expect([world.state.taskTotals.open, world.state.phase]).toEqual([0, "executing"]);
    decide(world, "approve", "fine");
    expect(world.state.phase).toBe("finishing");
  });

  it("waits with its tasks that can never start", () => {
    const critic = { mode: "static" as const, minScore: 6 };
    const gate: TaskDraft = { id: "s", type: "synthesis_gate", onFailure: "skip" };
    const world = new RunWorld({ plan: planOf(gate, bad), settings: { critic } });
    world.start();
    world.fail("s");
    world.fail("bad");
    write(world, 3, gate, bad, { id: "x", dependsOn: ["s"], critical: false });
    expect(world.status("x")).toBe("pending");
    decide(world, "approve", "fine");
    expect(world.status("x")).toBe("skipped");
  });

  it("is replanned in the person's words when they ask for changes", () => {
    const world = replanned(3);
    decide(world, "request_changes", "do without n");
    expect(world.last("replan_started").payload).toMatchObject({
      number: 2,
      cause: {
        trigger: "person",
        reason: statedReason("do without n"),
        decided: { kind: "person", name: "Anna" },
      },
    });
    expect(world.state.planFeedback).toBeUndefined();
    write(world, 9, bad, { id: "m" });
    expect(world.start()).toEqual(["m"]);
  });

  it("ends the run when it is rejected", () => {
    const world = replanned(3);
    decide(world, "reject", "never");
    expect(world.state.finished).toMatchObject({
      reason: "plan_rejected",
      because: [{ code: "version_rejected", planVersion: 2, text: "never" }],
    });
    expect(entryOf(world)).toMatchObject({ outcome: "refused", failure: statedReason("never") });
    const silent = replanned(3);
    decide(silent, "reject", "");
    expect(formatReasons(silent.state.finished?.because)).toBe(
      "Plan version 2 was rejected: no reason given",
    );
    expect(entryOf(silent).failure).toEqual({ code: "rejected" });
    const wordless = replanned(3);
    const { approvalId } = wordless.last("approval_opened").payload;
    wordless.send({ type: "decide_approval", approvalId, verb: "reject", provenance: "person" }, ANNA);
    expect(wordless.state.finished?.because).toEqual([{ code: "version_rejected", planVersion: 2 }]);
  });

  it("keeps the beginning of a long word of rejection", () => {
    const world = replanned(3);
    decide(world, "reject", "x".repeat(1_001));
    expect(world.state.finished?.because).toEqual([
      { code: "version_rejected", planVersion: 2, text: "x".repeat(1_000) },
    ]);
  });

  it("that is rejected inside an iteration leaves the last good answer", () => {
    const critic = { mode: "static" as const, minScore: 6 };
    const world = new RunWorld({ plan: planOf({ id: "a" }), settings: { critic, summarizer: "on" } }).run(
      "a",
    );
    summarizeWithGap(world);
    world.start();
    const plan = planOf({ id: "a" }, bad);
    const offered = offer(plan, storePlan(world.plan as Plan).plan);
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered });
    world.plan = plan;
    world.start();
    world.fail("bad");
    write(world, 3, { id: "a" }, bad, { id: "n" });
    decide(world, "reject", "enough");
    expect(world.state.finished).toMatchObject({ reason: "completed_early" });
    expect(world.state.answer).toMatchObject({ inline: "A is done." });
    expect(world.state.replanHistory.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ["iteration", "adopted"],
      ["replan", "refused"],
    ]);
  });

  it("makes way for a person's own: the question about it is closed", () => {
    const world = replanned(3);
    const { approvalId } = world.last("approval_opened").payload;
    world.edit(planOf(bad, { id: "mine" }), "my way");
    expect(world.last("approval_cancelled").payload).toEqual({
      approvalId,
      reason: { code: "plan_edited" },
    });
    expect(world.start()).toEqual(["mine"]);
  });

  it("is asked about again as somebody leaves it who could not let it pass", () => {
    const world = replanned(3);
    const { approvalId } = world.last("approval_opened").payload;
    const by = { id: "olga", name: "Olga", roles: [], mayReview: false };
    expect(world.edit(planOf(bad, { id: "n", maxRetries: 2 }), "tidying up", { by }).ok).toBe(true);
    expect(world.state.planVersion).toBe(3);
    expect(world.last("approval_opened").payload).toMatchObject({
      kind: "plan_approval",
      planVersion: 3,
      supersedes: approvalId,
      question: { version: 3 },
    });
    expect(world.startable()).toEqual([]);
    decide(world, "approve", "fine");
    expect(world.start()).toEqual(["n"]);
  });

  it("is asked about again where the plan that was wanted instead does not come", () => {
    const world = replanned(3);
    world.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    world.start();
    const key = world.keyOfKind("replan");
    world.send({ type: "replan_unwritten", key, reason: { code: "stated", text: "no" }, issues: [] });
    const by = { id: "olga", name: "Olga", roles: [], mayReview: false };
    world.edit(planOf(bad, { id: "n", maxRetries: 2 }), "tidying up", { by });
    expect(world.state.replan).toBeUndefined();
    expect(world.last("approval_opened").payload).toMatchObject({ kind: "plan_approval", planVersion: 3 });
    expect(world.startable()).toEqual([]);
  });

  it("is asked about again where people decline what another would weaken", () => {
    const gate: TaskDraft = { id: "g", type: "human_review" };
    const world = replanned(3, {}, gate, { id: "n", dependsOn: ["g"] });
    decide(world, "request_changes", "shorter");
    write(world, 9, bad, { id: "m" });
    write(world, 9, bad, { id: "m" });
    expect(world.last("approval_opened").payload.kind).toBe("control_waiver");
    decide(world, "reject", "keep it");
    expect([world.state.planVersion, world.state.replan]).toEqual([2, undefined]);
    expect(world.last("approval_opened").payload).toMatchObject({ kind: "plan_approval", planVersion: 2 });
    expect(world.startable()).toEqual([]);
  });

  it("makes way for a person's instruction", () => {
    const world = replanned(3);
    world.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    expect(world.state.openApprovals).toEqual({});
    expect(world.last("replan_started").payload.number).toBe(2);
  });
});
