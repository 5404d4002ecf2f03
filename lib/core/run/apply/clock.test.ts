import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { nextEffects } from "../effects";
import type { Proposal } from "../events/reviews";

const HOUR = 3_600_000;

function pauseFor(world: RunWorld, ms: number, meanwhile = () => {}): void {
  world.send({ type: "pause" }, ANNA);
  world.tick(ms / 2);
  meanwhile();
  world.tick(ms / 2);
  world.send({ type: "resume" }, ANNA);
}

const wait = (world: RunWorld): number => {
  const [work] = nextEffects(world.state).filter((effect) => effect.kind !== "wake");
  return (work?.notBefore ?? world.now) - world.now;
};

describe("a pause", () => {
  const retried = () => {
    const plan = planOf({ id: "a", onFailure: "retry", maxRetries: 3 });
    const world = new RunWorld({ plan, settings: { retryDelayMs: 1_000 } });
    world.start();
    return world;
  };

  it("keeps what is left of a back-off", () => {
    const world = retried();
    world.fail("a");
    world.tick(400);
    pauseFor(world, HOUR);
    expect(wait(world)).toBe(600);
  });

  it("adds nothing to a back-off that began in the meantime but its own time", () => {
    const world = retried();
    pauseFor(world, HOUR, () => world.fail("a"));
    expect(wait(world)).toBe(1_000);
  });

  it("keeps what is left of the wait for a model, and of the patience with it", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }), settings: { modelPatienceMs: 60_000 } });
    world.start();
    const { key } = world.keyOf("a");
    const failed = { type: "effect_failed", key, error: { code: "unavailable", message: "503" } } as const;
    world.send({ ...failed, retryAfterMs: 5_000 });
    world.tick(2_000);
    pauseFor(world, HOUR);
    expect(wait(world)).toBe(3_000);
    world.tick(3_000).start();
    world.send(failed);
    expect(world.types()).not.toContain("approval_opened");
  });

  it("adds nothing to a wait for a model that began in the meantime but its own time", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    const { key } = world.keyOf("a");
    const error = { code: "unavailable", message: "503" };
    pauseFor(world, HOUR, () => world.send({ type: "effect_failed", key, error, retryAfterMs: 5_000 }));
    expect(wait(world)).toBe(5_000);
  });

  const reviewed = () => {
    const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["a"] };
    const world = new RunWorld({
      plan: planOf({ id: "a" }, review, { id: "z", dependsOn: ["r"] }),
      settings: { reviewMode: "hold", reviewHoldMs: 15_000 },
    });
    world.run("a").start();
    return world;
  };
  const propose = (world: RunWorld) => {
    const proposal: Proposal = { decision: "CONTINUE", reasoning: "well", answers: [], reviewer: "r" };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  };

  it("keeps what is left of a held decision", () => {
    const world = reviewed();
    propose(world);
    world.tick(5_000);
    pauseFor(world, HOUR);
    expect(world.tick(9_999).types()).not.toContain("review_decided");
    expect(world.tick(1).types()).toContain("review_decided");
  });

  it("adds nothing to a held decision that was proposed in the meantime but its own time", () => {
    const world = reviewed();
    pauseFor(world, HOUR, () => propose(world));
    expect(world.tick(14_999).types()).not.toContain("review_decided");
    expect(world.tick(1).types()).toContain("review_decided");
  });

  it("keeps what is left of the cool-down before a replan", () => {
    const plan = planOf({ id: "a", critical: true });
    const world = new RunWorld({ plan, settings: { replanCooldownMs: 1_000, replanOnFailure: true } });
    world.start();
    world.fail("a");
    world.tick(300);
    pauseFor(world, HOUR);
    expect(wait(world)).toBe(700);
  });

  it("does not stop the deadline of a gate", () => {
    const gate = { timeoutSeconds: 60, onTimeout: "reject" } as const;
    const world = new RunWorld({
      plan: planOf({ id: "h", type: "human_review", gate }),
      settings: { replanOnFailure: false },
    });
    world.start();
    const { stored: shown } = storeValue({ version: 1 });
    world.send({ type: "gate_shown", ...world.keyOf("h"), shown, digest: "d", prompt: "?" });
    world.send({ type: "pause" }, ANNA);
    expect(world.tick(59_999).types()).not.toContain("approval_expired");
    expect(world.tick(1).types()).toContain("approval_expired");
  });
});
