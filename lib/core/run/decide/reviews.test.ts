import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { questionOf } from "@/lib/testing/runs/question-of";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { formatReasons } from "../../describe/reason";
import { storeValue } from "../../stored-value";
import { needsWorker, statusOf, wakeAt } from "..";
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

const reviewPlan = (review: TaskDraft["review"] | undefined = undefined) =>
  planOf(
    { id: "a" },
    { id: "r", type: "planning_review", dependsOn: ["a"], ...(review && { review }) },
    { id: "b", dependsOn: ["r"] },
  );

function reviewing(
  settings: Partial<RunSettings> = { reviewMode: "auto" },
  review?: TaskDraft["review"],
  by?: typeof ANNA,
) {
  const world = new RunWorld({ plan: reviewPlan(review), settings, ...(by && { by }) }).run("a");
  world.start();
  return world;
}

function read(world: RunWorld, proposal?: Proposal, said?: string) {
  return world.send({
    type: "review_read",
    ...world.keyOf("r"),
    proposal,
    ...(said !== undefined && { problem: statedReason(said) }),
  });
}

describe("planning reviews", () => {
  it("CONTINUE continues, and the review's result is its decision", () => {
    const world = reviewing();
    read(world, propose("CONTINUE"));
    expect(world.last("review_decided").payload).toMatchObject({ decision: "CONTINUE", provenance: "auto" });
    expect(world.state.tasks.r?.result).toMatchObject({
      inline: { decision: "CONTINUE", reasoning: "because CONTINUE" },
    });
    expect(world.start()).toEqual(["b"]);
  });

  it("that are not needed by their condition are skipped with what was evaluated, and the run continues", () => {
    const world = reviewing();
    const shown = "previousFailed (a succeeded): false";
    world.send({ type: "review_not_needed", ...world.keyOf("r"), shown });
    expect(world.state.tasks.r).toMatchObject({
      status: "skipped",
      diagnosis: { code: "condition_false", condition: shown },
    });
    expect(world.start()).toEqual(["b"]);
    world.send({ type: "review_not_needed", key: "k", taskId: "r", attempt: 1, shown });
    expect(world.last("late_result").payload.kind).toBe("review_not_needed");
  });

  it("that are not needed leave a failed task to the rules for failures", () => {
    const plan = planOf({ id: "a", maxRetries: 0 }, { id: "r", type: "planning_review", dependsOn: ["a"] });
    const world = new RunWorld({ plan, settings: { reviewMode: "auto", replanOnFailure: false } });
    world.start();
    world.fail("a");
    world.start();
    world.send({ type: "review_not_needed", ...world.keyOf("r"), shown: "no" });
    expect(world.state.finished).toMatchObject({ reason: "task_failed" });
  });

  it("hold applies the decision when its time is over, and the run counts as running in the meantime", () => {
    const world = reviewing({ reviewMode: "hold", reviewHoldMs: 15_000 });
    read(world, propose("CONTINUE"));
    expect(world.types()).not.toContain("review_decided");
    expect(statusOf(world.state)).toBe("running");
    expect(needsWorker(world.state)).toBe(true);
    expect(world.tick(14_999).types()).not.toContain("review_decided");
    expect(world.tick(1).types()).toContain("review_decided");
  });

  it("a pause stops the held decision's clock", () => {
    const world = reviewing({ reviewMode: "hold", reviewHoldMs: 1_000 });
    read(world, propose("CONTINUE"));
    world.send({ type: "pause", reason: "lunch" }, ANNA);
    expect(needsWorker(world.state)).toBe(false);
    expect(world.tick(5_000).types()).not.toContain("review_decided");
    world.send({ type: "resume" }, ANNA);
    expect(world.tick(999).types()).not.toContain("review_decided");
    expect(world.tick(1).types()).toContain("review_decided");
  });

  it("COMPLETE skips the rest and finishes early with the final result", () => {
    const world = reviewing();
    const { stored } = storeValue("all done");
    read(world, propose("COMPLETE", { finalResult: stored }));
    expect(world.status("b")).toBe("skipped");
    expect(world.last("run_finished").payload).toMatchObject({ reason: "completed_early", answer: stored });
  });

  it("ABORT ends the run and aborts the rest", () => {
    const world = reviewing();
    read(world, propose("ABORT", { abortReason: "quota refused" }));
    expect(world.status("b")).toBe("aborted");
    expect(world.state.finished).toMatchObject({
      reason: "aborted_by_review",
      because: [statedReason("quota refused")],
    });
    expect(statusOf(world.state)).toBe("aborted");
  });

  it("ABORT without a reason of its own takes the reasoning", () => {
    const world = reviewing();
    read(world, propose("ABORT"));
    expect(formatReasons(world.state.finished?.because)).toBe("because ABORT");
  });

  it("an unreadable answer opens a gate and never continues", () => {
    const world = reviewing();
    read(world, undefined, "ambiguous");
    const opened = world.last("approval_opened").payload;
    expect(opened).toMatchObject({
      kind: "review_decision",
      verbs: ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"],
    });
    expect(questionOf(opened)).toContain("ambiguous");
    expect(statusOf(world.state)).toBe("waiting");
    expect(wakeAt(world.state)).toBe(world.now + 3_600_000);
    expect(needsWorker(world.state)).toBe(false);
  });

  it("requiresHumanApproval asks a person, who may accept the proposal or decide otherwise", () => {
    const accepted = reviewing({ reviewMode: "auto" }, {
      requiresHumanApproval: true,
    } as TaskDraft["review"]);
    read(accepted, propose("CONTINUE"));
    const { approvalId } = accepted.last("approval_opened").payload;
    accepted.send({ type: "decide_approval", approvalId, verb: "approve", provenance: "person" }, ANNA);
    expect(accepted.last("review_decided").payload).toMatchObject({
      decision: "CONTINUE",
      provenance: "person",
      approvalId,
    });

    const manual = reviewing({ reviewMode: "manual" });
    read(manual, propose("CONTINUE"));
    const gate = manual.last("approval_opened").payload.approvalId;
    manual.send(
      {
        type: "decide_approval",
        approvalId: gate,
        verb: "ABORT",
        comment: "too risky",
        provenance: "person",
      },
      ANNA,
    );
    expect(manual.state.finished).toMatchObject({
      reason: "aborted_by_person",
      because: [statedReason("too risky")],
    });
    expect(manual.state.tasks.r?.proposal?.decision).toBe("CONTINUE");
  });

  it("a deadline aborts unless the plan names a decision", () => {
    const world = reviewing({ reviewMode: "manual" }, { approvalTimeoutSeconds: 60 } as TaskDraft["review"]);
    read(world, propose("CONTINUE"));
    world.tick(60_000);
    expect(world.last("approval_expired").payload.verb).toBe("ABORT");
    expect(world.state.finished?.reason).toBe("aborted_by_review");

    const silent = { approvalTimeoutSeconds: 60, onTimeout: "CONTINUE" } as TaskDraft["review"];
    const named = reviewing({ reviewMode: "manual" }, silent, ANNA);
    read(named, propose("CONTINUE"));
    named.tick(60_000);
    expect(named.last("review_decided").payload).toMatchObject({
      decision: "CONTINUE",
      provenance: "timeout",
    });
  });

  it("a model's plan lets nothing pass in silence where people decide all reviews", () => {
    const silent = { approvalTimeoutSeconds: 60, onTimeout: "CONTINUE" } as TaskDraft["review"];
    const world = reviewing({ reviewMode: "manual" }, silent);
    read(world, propose("CONTINUE"));
    world.tick(60_000);
    expect(world.last("approval_expired").payload.verb).toBe("ABORT");
  });

  it("a late proposal changes nothing", () => {
    const world = reviewing();
    const report = world.keyOf("r");
    world.send({ type: "cancel" }, ANNA);
    world.send({ type: "review_read", ...report, proposal: propose("CONTINUE") });
    expect(world.last("late_result").payload.kind).toBe("review_read");
  });
});

describe("overrides", () => {
  const held = () => {
    const world = reviewing({ reviewMode: "hold" });
    read(world, propose("REPLAN", { tail: "blob" }));
    return world;
  };
  const override = (world: RunWorld, decision: Proposal["decision"], reason: string, more = {}) =>
    world.send({ type: "override_review", taskId: "r", decision, reason, ...more }, ANNA);

  it("a held decision may be overridden with a reason; the proposal stays beside it", () => {
    const world = held();
    expect(override(world, "ABORT", " ")).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(override(world, "ABORT", "wrong data", { expectedPlanVersion: 2 })).toMatchObject({
      ok: false,
      error: { code: "conflict" },
    });
    override(world, "ABORT", "wrong data", { expectedPlanVersion: 1 });
    expect(world.last("review_overridden").payload).toEqual({
      taskId: "r",
      proposed: "REPLAN",
      decision: "ABORT",
      reasoning: statedReason("wrong data"),
    });
    expect(world.state.finished).toMatchObject({
      reason: "aborted_by_person",
      because: [statedReason("wrong data")],
    });
    expect(world.state.tasks.r?.proposal?.decision).toBe("REPLAN");
  });

  it("a held decision may be applied at once, and then nothing is held any more", () => {
    const world = held();
    override(world, "REPLAN", "");
    expect(world.types()).not.toContain("review_overridden");
    expect(world.last("replan_started").payload.cause).toMatchObject({
      tail: "blob",
      reason: statedReason("because REPLAN"),
    });
    expect(override(world, "ABORT", "late")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
  });

  it("the person's own tail or final result goes before the model's", () => {
    const world = held();
    override(world, "REPLAN", "mine is shorter", { tail: "mine" });
    expect(world.last("review_decided").payload.tail).toBe("mine");
    const early = held();
    const finalResult = storeValue("enough").stored;
    override(early, "COMPLETE", "good enough", { finalResult });
    expect(early.last("run_finished").payload).toMatchObject({
      reason: "completed_early",
      answer: finalResult,
    });
  });

  it("at a gate, deciding otherwise than proposed takes a reason too", () => {
    const gate = (verb: GateVerb, more = {}) => {
      const world = reviewing({ reviewMode: "manual" });
      read(world, propose("CONTINUE"));
      const { approvalId } = world.last("approval_opened").payload;
      const outcome = world.send(
        { type: "decide_approval", approvalId, verb, provenance: "person", ...more },
        ANNA,
      );
      return { world, outcome };
    };
    expect(gate("ABORT").outcome).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(gate("CONTINUE").outcome).toMatchObject({ ok: true });
    const { world } = gate("REPLAN", { comment: "shorter", tail: "mine" });
    expect(world.last("review_overridden").payload).toMatchObject({
      approvalId: "apr_1-1",
      decision: "REPLAN",
    });
    expect(world.last("replan_started").payload.cause.tail).toBe("mine");
    const value = storeValue("done").stored;
    expect(gate("COMPLETE", { comment: "enough", value }).world.state.finished?.reason).toBe(
      "completed_early",
    );
  });
});

describe("a halt that a review governs", () => {
  const halted = () => {
    const world = new RunWorld({
      plan: planOf(
        { id: "a", maxRetries: 0 },
        { id: "never", dependsOn: ["a"] },
        { id: "r", type: "planning_review", dependsOn: ["a", "never"] },
        { id: "names", dependsOn: ["a", "r"], input: "{{results.a}}" },
        { id: "after", dependsOn: ["r"] },
        { id: "free" },
      ),
      settings: { reviewMode: "auto" },
    });
    world.start();
    world.fail("a");
    return world;
  };

  it("starts only that review, after running tasks have ended", () => {
    const world = halted();
    expect(world.startable().map((one) => one.taskId)).toEqual([]);
    world.succeed("free");
    expect(world.start()).toEqual(["r"]);
    expect(world.status("never")).toBe("pending");
    expect(world.types()).not.toContain("replan_started");
  });

  it("CONTINUE lifts the halt; tasks that name the failed one are skipped, the others go on", () => {
    const world = halted();
    world.succeed("free");
    world.start();
    read(world, propose("CONTINUE"));
    expect(world.status("names")).toBe("skipped");
    expect(world.start()).toEqual(["never", "after"]);
  });

  it("is governed by the first of several reviews, in the plan's order", () => {
    const review = (id: string): TaskDraft => ({ id, type: "planning_review", dependsOn: ["a"] });
    const world = new RunWorld({
      plan: planOf({ id: "a", maxRetries: 0 }, review("r"), review("s"), review("t")),
    });
    world.start();
    world.fail("a");
    expect(world.state.halt?.review).toBe("r");
  });

  it("REPLAN replans for the review, and the halt is over", () => {
    const world = halted();
    world.succeed("free");
    world.start();
    read(world, propose("REPLAN", { tail: "blob" }));
    expect(world.state.halt).toBeUndefined();
    expect(world.last("replan_started").payload.cause).toMatchObject({
      trigger: "review",
      taskId: "r",
      tail: "blob",
    });
  });

  it("CONTINUE after a blocked task continues without it", () => {
    const world = new RunWorld({
      plan: planOf(
        { id: "a", onFailure: "skip" },
        { id: "b", dependsOn: ["a"], input: "{{results.a}}" },
        { id: "r", type: "planning_review", dependsOn: ["b"] },
        { id: "c", dependsOn: ["b", "r"] },
      ),
      settings: { reviewMode: "auto" },
    });
    world.start();
    world.fail("a");
    expect(world.start()).toEqual(["r"]);
    read(world, propose("CONTINUE"));
    expect(world.status("b")).toBe("skipped");
    expect(world.start()).toEqual(["c"]);
  });
});
