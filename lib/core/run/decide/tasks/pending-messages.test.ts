import { describe, expect, it, test } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import { statedReason } from "../../reasons";

describe("words that come during an agent's last turn", () => {
  function saidLate(maxTurns: number, heard: number | null = 0) {
    const world = new RunWorld({ plan: planOf({ id: "t" }), settings: { maxTurns } });
    world.start();
    const at = world.keyOf("t");
    world.send({ type: "step_taken", step: 1, thought: "", calls: [], observed: true, errors: 0, ...at });
    world.send({ type: "steer", taskId: "t", message: "Are you sure?" }, ANNA);
    const { stored: value } = storeValue("done");
    world.send({
      type: "attempt_succeeded",
      value,
      checks: [],
      ...(heard !== null && { heard }),
      ...at,
    });
    return world;
  }

  it("are heard in another turn, under a key of its own", () => {
    const world = saidLate(2);
    expect(world.last("turn_added").payload).toEqual({ taskId: "t", attempt: 1, messages: 1 });
    expect(world.status("t")).toBe("running");
    world.start();
    expect(world.keyOf("t").key).toBe("run_1/t/1/run_attempt/2");
  });

  it("are recorded as undelivered where no turn is left", () => {
    const world = saidLate(1);
    expect(world.last("steering_undelivered").payload).toEqual({ taskId: "t", attempt: 1, messages: 1 });
    expect(world.status("t")).toBe("succeeded");
  });

  test.each([1, null])("hold up nothing when they were heard (%s)", (heard) => {
    const world = saidLate(2, heard);
    expect(world.types()).not.toContain("turn_added");
    expect(world.status("t")).toBe("succeeded");
  });

  it("are recorded as undelivered where the attempt fails", () => {
    const world = new RunWorld({ plan: planOf({ id: "t" }) });
    world.start();
    world.send({ type: "steer", taskId: "t", message: "Look again." }, ANNA);
    const failed = {
      type: "attempt_failed",
      code: "error",
      diagnosis: statedReason("broke"),
      checks: [],
      heard: 0,
    } as const;
    world.send({ ...failed, ...world.keyOf("t") });
    expect(world.last("steering_undelivered").payload).toEqual({ taskId: "t", attempt: 1, messages: 1 });
    expect(world.status("t")).toBe("failed");
  });

  it("are none where nobody has said anything", () => {
    const world = new RunWorld({ plan: planOf({ id: "t" }) });
    world.start();
    const { stored: value } = storeValue("done");
    world.send({ type: "attempt_succeeded", value, checks: [], heard: 0, ...world.keyOf("t") });
    expect(world.status("t")).toBe("succeeded");
  });

  it("count by the turns of the agent that the plan declares", () => {
    const plan = {
      ...planOf({ id: "t", agent: "brief" }),
      agents: { brief: { prompt: "", tools: [], maxTurns: 1 } },
    };
    const world = new RunWorld({ plan });
    world.start();
    world.send({ type: "steer", taskId: "t", message: "Are you sure?" }, ANNA);
    const at = world.keyOf("t");
    world.send({ type: "step_taken", step: 1, thought: "", calls: [], observed: true, errors: 0, ...at });
    world.send({ type: "attempt_succeeded", value: storeValue("x").stored, checks: [], heard: 0, ...at });
    expect(world.types()).toContain("steering_undelivered");
  });
});
