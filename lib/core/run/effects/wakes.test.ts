import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { nextEffects } from ".";

const wakes = (world: RunWorld) =>
  nextEffects(world.state).flatMap((effect) => (effect.kind === "wake" ? [[effect.key, effect.at]] : []));

describe("the moments at which a run wants to be looked at again", () => {
  it("are those at which its time is nearly and wholly used, from the start of its work", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }), settings: { maxDurationMs: 100_000 } });
    world.start();
    const startedAt = world.now;
    expect(wakes(world)).toEqual([["run_1/clock", startedAt + 80_000]]);
    world.tick(80_000);
    expect(world.types()).toContain("budget_warned");
    expect(wakes(world)).toEqual([["run_1/clock", startedAt + 100_000]]);
    world.tick(20_000);
    expect(wakes(world)).toEqual([]);
  });

  it("are none of its clock while that stands still, and later ones afterwards", () => {
    const world = new RunWorld({
      plan: planOf({ id: "h", type: "human_review" }, { id: "z", dependsOn: ["h"] }),
      settings: { maxDurationMs: 100_000 },
    });
    world.tick(1_000).start();
    const { stored: shown } = storeValue("v1");
    world.send({ type: "gate_shown", ...world.keyOf("h"), shown, digest: "d", prompt: "?" });
    expect(wakes(world)).toEqual([]);
  });

  it("are the deadlines of its open gates, and the ends of held decisions", () => {
    const world = new RunWorld({
      plan: planOf(
        { id: "h", type: "human_review", gate: { timeoutSeconds: 60, onTimeout: "reject" } },
        { id: "r", type: "planning_review" },
      ),
      settings: { reviewMode: "hold", reviewHoldMs: 15_000 },
    });
    world.start();
    const { stored: shown } = storeValue("v1");
    const at = world.keyOf("r");
    world.send({ type: "gate_shown", ...world.keyOf("h"), shown, digest: "d", prompt: "?" });
    const proposal = { decision: "CONTINUE" as const, reasoning: "well", answers: [], reviewer: "r" };
    world.send({ type: "review_read", ...at, proposal });
    expect(wakes(world).map(([, moment]) => moment)).toEqual(
      expect.arrayContaining([world.now + 60_000, world.now + 15_000]),
    );
  });

  it("are none without a limit or a gate", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    expect(wakes(world)).toEqual([]);
  });
});

describe("the first effect of a task with a quality gate", () => {
  it.each([
    ["task", "quality_gate"],
    ["direct", "quality_gate"],
    ["synthesis_gate", "quality_gate"],
    ["planning_review", "review"],
    ["human_review", "show_gate"],
  ] as const)("of type %s is %s", (type, kind) => {
    const input = type === "direct" ? "1" : "";
    const world = new RunWorld({ plan: planOf({ id: "a", type, input, qualityGate: true }) });
    expect(world.startable().map((effect) => effect.kind)).toEqual([kind]);
  });
});
