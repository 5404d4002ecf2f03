import { describe, expect, it } from "vitest";
import { gateOf, ledgerLine, recordCall, reserve, three } from "@/lib/testing/runs/budget-world";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { CallBound } from "../events/engine";
import type { RunSettings } from "../settings";

/** Three tasks that start in one command, with what their first calls may take. */
function startedWith(calls: CallBound[], settings: Partial<RunSettings> = {}, plan = three): RunWorld {
  const world = new RunWorld({ plan, settings });
  start(world, calls);
  return world;
}

function start(world: RunWorld, calls: CallBound[]): void {
  const keys = world.startable().map(({ key }) => key);
  const first = calls.flatMap((call, n) => (keys[n] === undefined ? [] : [{ ...call, key: keys[n] }]));
  world.send({ type: "start", keys, epoch: world.state.epoch, calls: first });
}

const keysReserved = (world: RunWorld) =>
  Object.values(world.state.ledger.reservations).map(({ key }) => key.split("/")[1]);

describe("the first calls of effects", () => {
  it("are reserved with their start, under the keys of the effects", () => {
    const world = startedWith([{ tokens: 100, costMicroUsd: 7 }, { tokens: 200 }]);
    expect(keysReserved(world)).toEqual(["a", "b"]);
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 0, reserved: 300 });
    expect(world.types()).not.toContain("budget_reserved");
    recordCall(world, world.keyOf("a").key, { inputTokens: 9, outputTokens: 1, costMicroUsd: 2 });
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 10, reserved: 200, unknown: 0 });
    expect(ledgerLine(world, "maxCostMicroUsd")).toMatchObject({ used: 2, reserved: 0 });
  });

  it("ask for themselves where a limit leaves no room beside those that go before", () => {
    const world = startedWith([{ tokens: 600 }, { tokens: 600 }, { tokens: 400 }], { maxTokens: 1_000 });
    expect(keysReserved(world)).toEqual(["a", "c"]);
    expect(Object.keys(world.state.inFlight)).toHaveLength(3);
    expect(gateOf(world)).toBeUndefined();
    expect(reserve(world, "b", { tokens: 50 })).toBe(false);
    expect(world.last("budget_awaited").payload).toMatchObject({ counter: "maxTokens", tokens: 50 });
  });

  it("ask for themselves where a limit in dollars could not tell of them", () => {
    const world = startedWith([{ tokens: 1 }, { tokens: 1, costMicroUsd: 5 }], { maxCostMicroUsd: 100 });
    expect(keysReserved(world)).toEqual(["b"]);
  });

  it("ask for themselves once the run's time is over, or a limit waits for an answer", () => {
    const late = new RunWorld({ plan: three, settings: { maxDurationMs: 1_000 } });
    late.now += 2_000;
    start(late, [{ tokens: 1 }]);
    expect(late.state.ledger.reservations).toEqual({});
    const asking = startedWith(
      [{ tokens: 1 }],
      { maxHops: 0 },
      planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }),
    );
    reserve(asking, "a", { hops: 1 });
    expect(gateOf(asking)).toMatchObject({ kind: "budget" });
    expect(asking.startable()).toEqual([]);
  });

  it("are not reserved twice, and not for effects that do not start", () => {
    const world = startedWith([{ tokens: 100 }]);
    const { key } = world.keyOf("a");
    world.send({ type: "release", keys: [key], cause: "given_up" });
    start(world, [{ tokens: 300 }]);
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ reserved: 100 });
    world.send({
      type: "start",
      keys: [],
      epoch: world.state.epoch,
      calls: [{ key: "run_1/x/1/run_attempt/1", tokens: 5 }],
    });
    expect(keysReserved(world)).toEqual(["a"]);
  });

  it("of a worker that died are unknown", () => {
    const world = startedWith([{ tokens: 100 }]);
    world.send({ type: "take_lease", workerId: "w2" });
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 100, reserved: 0, unknown: 1 });
  });

  it("of which nobody knows the usage count as what they took at most, not as more was reserved", () => {
    const world = startedWith([{ tokens: 900, costMicroUsd: 50 }]);
    const atMost = { tokens: 300, costMicroUsd: 20 };
    recordCall(world, world.keyOf("a").key, { failure: "cut_stream", atMost });
    expect(ledgerLine(world, "maxTokens")).toMatchObject({ used: 300, reserved: 0, unknown: 1 });
    expect(ledgerLine(world, "maxCostMicroUsd")).toMatchObject({ used: 20, unknown: 1 });
  });

  it("of many effects are told in events of a size that is stored", () => {
    const long = "t".repeat(60);
    const plan = planOf(...Array.from({ length: 45 }, (_, n) => ({ id: `${long}${n}` })));
    const calls = Array.from({ length: 45 }, () => ({ tokens: 123_456_789, costMicroUsd: 123_456_789 }));
    const world = startedWith(calls, { maxConcurrency: 50 }, plan);
    const sizes = world.events.flatMap((event) =>
      event.type === "effects_started" ? [event.payload.keys.length] : [],
    );
    expect(sizes).toEqual([20, 20, 5]);
    expect(Object.keys(world.state.ledger.reservations)).toHaveLength(45);
  });
});
