import { describe, expect, it } from "vitest";
import { reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";

function atGate(): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review" }, { id: "a" }) });
  world.start();
  const { stored: shown } = storeValue("x");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
  return world;
}

describe("the end of a run", () => {
  it("takes the time since its creation, and no reason where none was said", () => {
    const world = atGate();
    world.tick(5_000).send({ type: "cancel" }, ANNA);
    expect(world.last("run_finished").payload).toMatchObject({ reason: "cancelled", durationMs: 5_000 });
    expect(world.last("run_finished").payload).not.toHaveProperty("because");
  });

  it("closes its open gates because of it", () => {
    const world = atGate();
    world.send({ type: "cancel" }, ANNA);
    expect(world.last("approval_cancelled").payload).toEqual({
      approvalId: "apr_1-1",
      reason: { code: "run_ended", finishReason: "cancelled" },
    });
  });

  it("takes no less than no time", () => {
    const world = atGate();
    world.now -= 10;
    world.send({ type: "cancel" }, ANNA);
    expect(world.last("run_finished").payload.durationMs).toBe(0);
  });
});

describe("the beginning of the end", () => {
  it("closes what is asked about the plan because of it", () => {
    const world = startedWorld({ maxTokens: 10, onBudget: "finish" }, planOf({ id: "a" }, { id: "b" }));
    world.ask("b", { kind: "tool_approval" });
    reserve(world, "a", { tokens: 20 });
    expect(world.state.phase).toBe("finishing");
    expect(world.last("approval_cancelled").payload.reason).toEqual({ code: "run_finishing" });
  });
});

describe("a fault of the engine", () => {
  it("is recorded and asked about in as many words as there is room for", () => {
    const world = atGate();
    world.send({ type: "report_fault", fault: { code: "thrown", message: "x".repeat(1_001) } });
    expect(world.last("engine_fault").payload.fault).toEqual({ code: "thrown", message: "x".repeat(1_000) });
    expect(world.last("approval_opened").payload.question).toEqual({
      about: "fault",
      fault: { code: "thrown", message: "x".repeat(500) },
    });
  });
});
