import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { headline } from "../../describe/gates/headline";
import type { Voter } from "../../people";
import { storePlan } from "../../plan/store";
import { nextEffects, statusOf, wakeAt } from "..";

const HOLD_MS = 20_000;
const BOB = { kind: "person", id: "bob", name: "Bob" } as const;
const voter = ({ id, name }: { id: string; name: string }): Voter => ({
  id,
  name,
  roles: [],
  mayReview: true,
});

/** A run whose review has just proposed to continue. */
function holding(review?: TaskDraft["review"]): RunWorld {
  const plan = planOf(
    { id: "r", type: "planning_review", ...(review && { review }) },
    { id: "b", dependsOn: ["r"] },
  );
  const world = new RunWorld({ plan, settings: { reviewMode: "hold", reviewHoldMs: HOLD_MS } });
  world.start();
  const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "reviewer" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  return world;
}

const claim = (world: RunWorld, by: typeof ANNA | typeof BOB = ANNA) =>
  world.send({ type: "claim_review", taskId: "r", by: voter(by) }, by);
const release = (world: RunWorld, by: typeof ANNA | typeof BOB = ANNA) =>
  world.send({ type: "release_review", taskId: "r", by: voter(by) }, by);
const byHand = (world: RunWorld) => world.send({ type: "decide_by_hand", taskId: "r" }, ANNA);
const isApplied = (world: RunWorld) => world.types().includes("review_decided");

describe("claim_review", () => {
  it("stops the countdown, says who decides, and the run still counts as running", () => {
    const world = holding();
    expect(claim(world.tick(1_000))).toMatchObject({ ok: true });
    expect(world.state.tasks.r?.claim).toMatchObject({
      by: { id: "anna", name: "Anna" },
      remainingMs: 19_000,
    });
    expect(isApplied(world.tick(59_999))).toBe(false);
    expect(statusOf(world.state)).toBe("running");
    expect(headline(world.state)).toContain("Anna is deciding");
    expect(nextEffects(world.state)).toMatchObject([{ kind: "wake" }]);
    expect(wakeAt(world.state)).toBe(world.now + 1);
  });

  it("goes on for as long as the person gives a sign of life", () => {
    const world = holding();
    for (let n = 0; n < 10; n++) {
      expect(claim(world)).toMatchObject({ ok: true });
      world.tick(50_000);
    }
    expect(isApplied(world)).toBe(false);
    expect(world.types()).not.toContain("hold_released");
  });

  it("ends after a minute without one, and what remained goes on", () => {
    const world = holding();
    claim(world.tick(1_000));
    world.tick(60_000);
    expect(world.last("hold_released").payload).toEqual({
      taskId: "r",
      cause: "idle",
      heldUntil: world.now + 19_000,
    });
    expect(world.state.tasks.r?.claim).toBeUndefined();
    expect(isApplied(world.tick(18_999))).toBe(false);
    expect(isApplied(world.tick(1))).toBe(true);
  });

  it("leaves at least fifteen seconds when it ends", () => {
    const world = holding();
    claim(world.tick(19_900));
    release(world);
    expect(world.last("hold_released").payload).toMatchObject({
      cause: "closed",
      heldUntil: world.now + 15_000,
    });
    expect(isApplied(world.tick(14_999))).toBe(false);
    expect(isApplied(world.tick(1))).toBe(true);
  });

  it("stops one proposal for ten minutes in all, for all people together", () => {
    const world = holding();
    for (let n = 0; n < 6; n++) {
      claim(world, n % 2 === 0 ? ANNA : BOB);
      world.tick(50_000);
      claim(world, n % 2 === 0 ? ANNA : BOB);
      world.tick(48_000);
      release(world, n % 2 === 0 ? ANNA : BOB);
    }
    claim(world);
    expect(world.tick(11_999).types().at(-1)).toBe("hold_claimed");
    world.tick(1);
    expect(world.last("hold_released").payload.cause).toBe("spent");
    expect(claim(world, BOB)).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
    expect(isApplied(world.tick(20_000))).toBe(true);
  });

  it("belongs to one person at a time, while everybody may decide", () => {
    const world = holding();
    claim(world);
    const refused = claim(world, BOB);
    expect(refused).toMatchObject({ ok: false, error: { message: "Anna is deciding this already." } });
    expect(release(world, BOB)).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
    const decided = { type: "override_review", taskId: "r", decision: "ABORT", reason: "no" } as const;
    expect(world.send(decided, BOB)).toMatchObject({ ok: true });
    expect(world.state.finished?.reason).toBe("aborted_by_person");
    expect(world.state.tasks.r).not.toHaveProperty("claim");
  });

  it("stands still with the run's clocks while it is paused", () => {
    const world = holding();
    world.send({ type: "pause" }, ANNA);
    claim(world.tick(5_000));
    expect(world.state.tasks.r?.claim?.remainingMs).toBe(HOLD_MS);
    world.tick(300_000);
    world.send({ type: "resume" }, ANNA);
    expect(world.tick(59_999).types()).not.toContain("hold_released");
    world.tick(1);
    expect(world.last("hold_released").payload).toMatchObject({
      cause: "idle",
      heldUntil: world.now + HOLD_MS,
    });
  });

  it("leaves a countdown that went on during a pause whole", () => {
    const world = holding();
    claim(world);
    world.send({ type: "pause" }, ANNA);
    release(world.tick(10_000));
    world.tick(30_000);
    world.send({ type: "resume" }, ANNA);
    expect(isApplied(world.tick(HOLD_MS - 1))).toBe(false);
    expect(isApplied(world.tick(1))).toBe(true);
  });

  it("is refused where nothing is held, and releasing too", () => {
    const world = holding().tick(HOLD_MS);
    for (const outcome of [claim(world), release(world), byHand(world)])
      expect(outcome).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
  });

  it("is not taken over by a fork, where the decision is held for its whole time", () => {
    const world = holding();
    claim(world.tick(5_000));
    const fork = world.fork(world.events.length);
    expect(fork.state.tasks.r).not.toHaveProperty("claim");
    expect(fork.state.tasks.r?.heldUntil).toBe(fork.now + HOLD_MS);
  });
});

describe("a plan of a person", () => {
  it("ends the claim of a review that is made again because of it", () => {
    const plan = planOf(
      { id: "a" },
      { id: "r", type: "planning_review", dependsOn: ["a"] },
      { id: "b", dependsOn: ["r"] },
    );
    const world = new RunWorld({ plan, settings: { reviewMode: "hold", reviewHoldMs: HOLD_MS } }).run("a");
    world.start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "reviewer" };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    claim(world);
    const kept = plan.tasks.filter(({ id }) => id !== "b");
    const next = { ...plan, tasks: [...kept, ...planOf({ id: "c", dependsOn: ["r"] }).tasks] };
    const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
    const offered = offer(next, storePlan(plan, lineages).plan);
    const edit = { type: "edit_plan" as const, plan: offered, expectedPlanVersion: 1, reason: "cost" };
    expect(world.send(edit, ANNA)).toMatchObject({ ok: true });
    expect(world.types()).toContain("attempt_restarted");
    expect(world.state.tasks.r).not.toHaveProperty("claim");
    expect(world.state.held).toEqual({});
  });
});

describe("decide_by_hand", () => {
  it("puts the proposal before people at a gate, without a countdown", () => {
    const world = holding();
    claim(world);
    expect(byHand(world)).toMatchObject({ ok: true });
    expect(world.last("approval_opened").payload).toMatchObject({
      kind: "review_decision",
      taskId: "r",
      byHand: true,
    });
    expect(world.state.held).toEqual({});
    expect(world.state.tasks.r).toMatchObject({ status: "waiting" });
    expect(world.last("approval_opened").payload).not.toHaveProperty("deadlineAt");
    expect(world.last("approval_opened").payload).not.toHaveProperty("onTimeout");
    expect(isApplied(world.tick(7 * 24 * 3_600_000))).toBe(false);
    expect(statusOf(world.state)).toBe("waiting");
    expect(world.types()).not.toContain("approval_expired");
  });

  it("keeps the deadline that the plan gives the gate of this review", () => {
    const world = holding({ approvalTimeoutSeconds: 60 });
    byHand(world);
    expect(world.last("approval_opened").payload).toMatchObject({
      deadlineAt: world.now + 60_000,
      onTimeout: "abort",
    });
  });
});
