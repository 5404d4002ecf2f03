import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { nextEffects } from "..";

const start = (world: RunWorld, keys: string[]) =>
  world.send({ type: "start", keys, epoch: world.state.epoch });
const startedKeys = (world: RunWorld): string[][] =>
  world.events.flatMap((event) => (event.type === "effects_started" ? [event.payload.keys] : []));

describe("a lease", () => {
  it("raises the epoch by one, and names its worker", () => {
    const world = new RunWorld();
    world.send({ type: "take_lease", workerId: "w2" });
    expect(world.last("lease_taken").payload).toEqual({ epoch: 2, workerId: "w2" });
  });
});

describe("a start", () => {
  it("takes what is wanted now, and passes over what is under way, not due, or not wanted", () => {
    const plan = planOf({ id: "a" }, { id: "b", onFailure: "retry", maxRetries: 1 }, { id: "c" });
    const world = new RunWorld({ plan, settings: { retryDelayMs: 5_000 } });
    world.start();
    world.fail("b");
    const later = nextEffects(world.state).map(({ key }) => key);
    expect(later.length).toBeGreaterThan(0);
    const { key: underWay } = world.keyOf("a");
    start(world, [underWay, ...later, "unknown"]);
    expect(startedKeys(world)).toHaveLength(1);
    world.tick(5_000);
    start(world, [underWay, ...later, "unknown"]);
    const [, again = []] = startedKeys(world);
    expect(again).toHaveLength(1);
    expect(world.state.inFlight[again[0] ?? "none"]?.taskId).toBe("b");
  });

  it("does not start the moments at which a run wakes", () => {
    const gate = { timeoutSeconds: 10 };
    const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review", gate }) });
    world.start();
    const { stored: shown } = storeValue("x");
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
    const [wake] = nextEffects(world.state);
    expect(wake?.kind).toBe("wake");
    start(world, [wake?.key ?? "none"]);
    expect(startedKeys(world)).toHaveLength(1);
  });

  it("tells of many effects in events of forty", () => {
    const plan = planOf(...Array.from({ length: 80 }, (_, n) => ({ id: `t${n}` })));
    const world = new RunWorld({ plan, settings: { maxConcurrency: 80 } });
    world.start();
    expect(startedKeys(world).map(({ length }) => length)).toEqual([40, 40]);
    expect(new Set(startedKeys(world).flat()).size).toBe(80);
  });
});

describe("a report on an attempt", () => {
  it.each([
    ["that is not the current one", { attempt: 7 }],
    ["of a task that the run does not have", { taskId: "x" }],
    ["whose effect is not under way", { key: "other" }],
  ])("%s is evidence alone", (_, more) => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    const { stored: value } = storeValue("done");
    world.send({ type: "attempt_succeeded", value, checks: [], ...world.keyOf("a"), ...more });
    expect(world.last("late_result").payload).toMatchObject({ kind: "attempt_succeeded" });
    expect(world.status("a")).toBe("running");
  });
});
