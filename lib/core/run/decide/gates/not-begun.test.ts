import { describe, expect, it, test } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";

const UNKNOWN = { kind: "unknown_outcome", callId: "b" } as const;

function started(): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "t" }) });
  world.start();
  return world;
}

function answer(world: RunWorld, nth: number, verb: GateVerb) {
  const approvalId = `apr_1-${nth}`;
  return world.send({ type: "decide_approval", approvalId, verb, provenance: "person" }, ANNA);
}

function toldLate(world: RunWorld, more: object = {}) {
  const { stored: value } = storeValue({ deployed: true });
  const key = "run_1/t/1/run_attempt/1";
  return world.send({
    type: "call_ended_late",
    key,
    taskId: "t",
    attempt: 1,
    step: 1,
    callId: "b",
    value,
    ...more,
  });
}

/** A task that has recorded the start of a writing call, under the epoch of its worker. */
function writing(): RunWorld {
  const world = started();
  start(world);
  expect(world.state.tasks.t?.writing).toEqual({ "1/b": { epoch: world.state.epoch } });
  return world;
}

function start(world: RunWorld) {
  const at = { ...world.keyOf("t"), step: 1, callId: "b", tool: "deploy" };
  return world.send({ type: "tool_started", ...at, sideEffects: "write" });
}

describe("a call that its worker had no lease to begin", () => {
  const notBegun = (world: RunWorld, more: object = {}) =>
    world.send({
      type: "call_not_begun",
      key: "k",
      taskId: "t",
      attempt: 1,
      step: 1,
      callId: "b",
      epoch: 1,
      ...more,
    });

  it("may run: nobody needs to say any more what became of it", () => {
    const world = writing();
    world.ask("t", UNKNOWN);
    expect(notBegun(world)).toMatchObject({ ok: true });
    expect(world.state.approvals["apr_1-1"]).toMatchObject({
      status: "decided",
      decided: { verb: "run", provenance: "auto", because: { code: "not_begun" } },
    });
    expect(world.last("task_resumed").payload).toMatchObject({ callId: "b", verb: "run" });
    expect(world.state.tasks.t?.verdicts).toEqual({ "1/b": { verb: "run", notBegun: true } });
  });

  it("has the leave that it began with again, and no more of it than that", () => {
    const asked = { kind: "tool_approval", callId: "b", tool: "deploy" } as const;
    const world = started();
    world.ask("t", asked);
    answer(world, 1, "approve");
    const given = world.state.tasks.t?.verdicts?.["1/b"];
    world.start();
    start(world);
    expect(world.state.tasks.t?.verdicts).toEqual({});
    world.ask("t", UNKNOWN);
    notBegun(world);
    expect(world.state.tasks.t?.verdicts).toEqual({ "1/b": { ...given, notBegun: true } });
    world.start();
    world.ask("t", asked);
    answer(world, 3, "approve");
    expect(world.state.tasks.t?.verdicts?.["1/b"]).toMatchObject({ verb: "approve", notBegun: true });
    world.start();
    start(world);
    world.send({
      type: "tool_finished",
      ...world.keyOf("t"),
      step: 1,
      callId: "b",
      tool: "deploy",
      ok: true,
      latencyMs: 1,
    });
    expect(world.state.tasks.t?.begunBy).toEqual({});
  });

  it("is still to be repeated where a person let it be, of which nothing was sent", () => {
    const world = writing();
    world.ask("t", UNKNOWN);
    answer(world, 1, "run");
    world.start();
    start(world);
    notBegun(world);
    expect(world.state.tasks.t?.verdicts?.["1/b"]).toMatchObject({ verb: "run" });
    expect(world.state.tasks.t?.verdicts?.["1/b"]).not.toHaveProperty("notBegun");
  });

  it("may run before anybody is asked", () => {
    const world = writing();
    notBegun(world);
    expect(world.last("call_not_begun").payload).toEqual({ taskId: "t", attempt: 1, step: 1, callId: "b" });
    world.ask("t", UNKNOWN);
    expect(world.last("effects_released").payload.cause).toBe("calls_ended");
    expect(world.state.openApprovals).toEqual({});
    expect(world.start()).toEqual(["t"]);
  });

  test.each<[string, (world: RunWorld) => unknown, object]>([
    [
      "that another worker has started since",
      (world) => {
        world.send({ type: "take_lease", workerId: "w2" });
        world.start();
        return start(world);
      },
      {},
    ],
    ["whose end is known", (world) => toldLate(world), {}],
    ["of another attempt", () => {}, { attempt: 2 }],
    ["of another step", () => {}, { step: 2 }],
    ["of a task that the run does not have", () => {}, { taskId: "x" }],
  ])("%s is evidence, and changes nothing", (_, before, more) => {
    const world = writing();
    before(world);
    notBegun(world, more);
    expect(world.last("late_result").payload.kind).toBe("call_not_begun");
    expect(world.state.tasks.t?.verdicts ?? {}).toEqual({});
  });
});
