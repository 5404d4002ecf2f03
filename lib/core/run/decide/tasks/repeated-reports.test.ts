import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { statedReason } from "../../reasons";

function begun(): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "a", maxRetries: 1, onFailure: "retry" }) });
  world.start();
  return world;
}

const step = (world: RunWorld, n: number, observed: boolean) =>
  world.send({
    type: "step_taken",
    step: n,
    thought: "",
    calls: [],
    observed,
    errors: 0,
    ...world.keyOf("a"),
  });

const deny = (world: RunWorld, n: number, callId: string) =>
  world.send({
    type: "tool_denied",
    step: n,
    callId,
    tool: "pay",
    reason: statedReason("policy"),
    ...world.keyOf("a"),
  });

const told = (world: RunWorld, type: string) => world.types().filter((one) => one === type).length;

describe("what a worker tells that took the run over", () => {
  it("of a step that is over is done already", () => {
    const world = begun();
    step(world, 1, true);
    expect(step(world, 1, true)).toMatchObject({ ok: true });
    step(world, 2, false);
    step(world, 1, false);
    expect(told(world, "task_step")).toBe(2);
    expect(world.state.tasks.a?.attempts[0]).toMatchObject({ steps: 2, open: true });
  });

  it("of an open step is a fact: its calls may wait for people, and then end", () => {
    const world = begun();
    step(world, 1, false);
    step(world, 1, false);
    step(world, 1, true);
    expect(told(world, "task_step")).toBe(3);
    expect(world.state.tasks.a?.attempts[0]).not.toHaveProperty("open");
  });

  it("of a call that was denied is done already, and another call is another fact", () => {
    const world = begun();
    step(world, 1, false);
    deny(world, 1, "c1");
    expect(deny(world, 1, "c1")).toMatchObject({ ok: true });
    deny(world, 1, "c2");
    expect(told(world, "tool_denied")).toBe(2);
  });

  it("is remembered of the open step of an attempt alone", () => {
    const world = begun();
    step(world, 1, false);
    deny(world, 1, "c1");
    step(world, 1, true);
    expect(world.state.tasks.a).not.toHaveProperty("denied");
    step(world, 2, false);
    deny(world, 2, "c1");
    world.fail("a");
    expect(world.state.tasks.a).not.toHaveProperty("denied");
    expect(told(world, "tool_denied")).toBe(2);
  });
});

it("what policies took from an agent is kept with its attempt", () => {
  const world = begun();
  const filtered = [{ tool: "pay", reason: { code: "on_deny_list" as const, tool: "pay" } }];
  const names = { original: ["pay", "read"], available: ["read"], filtered };
  world.send({ type: "policy_applied", ...world.keyOf("a"), ...names });
  expect(world.state.tasks.a?.attempts[0]?.filteredTools).toEqual(filtered);
});
