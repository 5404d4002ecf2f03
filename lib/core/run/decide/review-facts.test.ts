import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import type { Proposal } from "../events/reviews";
import { statedReason } from "../reasons";
import type { RunSettings } from "../settings";

const propose = (decision: Proposal["decision"], more: Partial<Proposal> = {}): Proposal => ({
  decision,
  reasoning: `because ${decision}`,
  answers: [],
  reviewer: "reviewer",
  ...more,
});

/** A review is at work, and a human gate beside it is open. */
function reviewing(settings: Partial<RunSettings> = {}, review: TaskDraft["review"] = {}): RunWorld {
  const plan = planOf(
    { id: "r", type: "planning_review", review },
    { id: "g", type: "human_review" },
    { id: "b", dependsOn: ["r", "g"] },
  );
  const world = new RunWorld({ plan, settings: { reviewMode: "auto", ...settings } });
  world.start();
  const { stored: shown } = storeValue("x");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
  return world;
}

const read = (world: RunWorld, proposal: Proposal) =>
  world.send({ type: "review_read", proposal, ...world.keyOf("r") });

describe("a review without a decision", () => {
  it("keeps what was wrong with the answer", () => {
    const world = reviewing();
    world.send({ type: "review_read", problem: statedReason("unreadable"), ...world.keyOf("r") });
    expect(world.last("review_proposed").payload.problem).toEqual(statedReason("unreadable"));
    expect(world.last("approval_opened").payload.question).toMatchObject({
      about: "review",
      problem: statedReason("unreadable"),
    });
    const readable = reviewing();
    read(readable, propose("CONTINUE"));
    expect(readable.last("review_proposed").payload).not.toHaveProperty("problem");
  });

  it("keeps what was wrong with one reviewer's answer", () => {
    const world = reviewing({}, { reviewers: ["x", "y"] });
    const key = Object.keys(world.state.inFlight).find((one) => one.includes("review")) ?? "none";
    const problem = statedReason("unreadable");
    world.send({ type: "review_voted", reviewer: "x", problem, taskId: "r", attempt: 1, key });
    expect(world.last("review_voted").payload).toMatchObject({ reviewer: "x", problem });
  });
});

describe("COMPLETE", () => {
  it("closes what is asked about the plan, with its reason; other decisions leave it open", () => {
    const world = reviewing();
    read(world, propose("COMPLETE"));
    expect(world.last("approval_cancelled").payload).toEqual({
      approvalId: "apr_1-1",
      reason: { code: "completed_early", cause: statedReason("because COMPLETE") },
    });
    const continued = reviewing();
    read(continued, propose("CONTINUE"));
    expect(continued.state.approvals["apr_1-1"]?.status).toBe("open");
  });
});

describe("the result of a review", () => {
  it("is its decision and who made it, with the reasoning where there are words", () => {
    const world = reviewing();
    read(world, propose("CONTINUE"));
    expect(world.state.tasks.r?.result).toMatchObject({
      inline: { decision: "CONTINUE", reasoning: "because CONTINUE", provenance: "auto" },
    });
    expect(world.last("task_succeeded").payload.source).toBe("review");
    const plan = planOf({ id: "r", type: "planning_review" });
    const given = new RunWorld({ plan, reviews: { r: { verb: "CONTINUE" } } });
    given.start();
    given.send({ type: "review_given", ...given.keyOf("r") });
    const { result } = given.state.tasks.r ?? {};
    expect(result && "inline" in result ? result.inline : undefined).toEqual({
      decision: "CONTINUE",
      provenance: "session_rule",
    });
  });
});

describe("an override", () => {
  const override = (world: RunWorld, decision: Proposal["decision"], reason: string) =>
    world.send({ type: "override_review", taskId: "r", decision, reason, expectedPlanVersion: 1 }, ANNA);

  it("is recorded where a person decides otherwise than was proposed, and only there", () => {
    const world = reviewing({ reviewMode: "hold" });
    read(world, propose("CONTINUE"));
    override(world, "COMPLETE", " enough ");
    expect(world.last("review_overridden").payload).toEqual({
      taskId: "r",
      proposed: "CONTINUE",
      decision: "COMPLETE",
      reasoning: statedReason("enough"),
    });
    const same = reviewing({ reviewMode: "hold" });
    read(same, propose("CONTINUE"));
    override(same, "CONTINUE", " ");
    expect(same.types()).not.toContain("review_overridden");
    expect(same.last("review_decided").payload.reasoning).toEqual(statedReason("because CONTINUE"));
  });

  it("is none where nobody proposed anything, or no person decided", () => {
    const world = reviewing();
    world.send({ type: "review_read", problem: statedReason("unreadable"), ...world.keyOf("r") });
    const { approvalId } = world.last("approval_opened").payload;
    const answer = { verb: "CONTINUE", provenance: "person", comment: "so" } as const;
    world.send({ type: "decide_approval", approvalId, ...answer }, ANNA);
    expect(world.types()).not.toContain("review_overridden");
    const timedOut = reviewing({ reviewMode: "manual" }, { onTimeout: "abort", approvalTimeoutSeconds: 10 });
    read(timedOut, propose("CONTINUE"));
    timedOut.tick(10_000);
    expect(timedOut.last("review_decided").payload.decision).toBe("ABORT");
    expect(timedOut.types()).not.toContain("review_overridden");
  });

  it("names the gate at which it was made", () => {
    const world = reviewing({ reviewMode: "manual" });
    read(world, propose("CONTINUE"));
    const { approvalId } = world.last("approval_opened").payload;
    const answer = { verb: "COMPLETE", provenance: "person", comment: "so" } as const;
    world.send({ type: "decide_approval", approvalId, ...answer }, ANNA);
    expect(world.last("review_overridden").payload).toMatchObject({ proposed: "CONTINUE", approvalId });
  });
});

describe("a decision given with the run", () => {
  it("that people have to look at is proposed without words, where it came without any", () => {
    const plan = planOf({ id: "r", type: "planning_review", review: { requiresHumanApproval: true } });
    const world = new RunWorld({ plan, reviews: { r: { verb: "CONTINUE" } } });
    world.start();
    world.send({ type: "review_given", ...world.keyOf("r") });
    expect(world.state.tasks.r?.proposal).toEqual({ decision: "CONTINUE", reasoning: "", answers: [] });
  });
});
