import { describe, expect, it } from "vitest";
import { storePlan } from "@/lib/core/plan/store";
import { entryOf, worldOf } from "@/lib/testing/runs/replan-stories";
import { ANNA, offer, planOf, type RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Plan } from "../../plan/schema";
import { storeValue } from "../../stored-value";

const kinds = (world: RunWorld) => world.startable().map(({ kind }) => kind);
const failing: TaskDraft = { id: "bad", onFailure: "replan" };

/** `bad` fails while `slow` is at work. */
function draining(...others: TaskDraft[]): RunWorld {
  const world = worldOf([failing, { id: "slow" }, ...others], { replanGraceMs: 30_000 });
  world.start();
  world.fail("bad");
  return world;
}

const tool = { step: 1, callId: "c1", tool: "deploy" };
const began = (world: RunWorld, sideEffects: "none" | "read" | "write" | "external", callId = "c1") =>
  world.send({ type: "tool_started", ...world.keyOf("slow"), ...tool, callId, sideEffects });
const ended = (world: RunWorld, callId = "c1") =>
  world.send({ type: "tool_finished", ...world.keyOf("slow"), ...tool, callId, ok: true, latencyMs: 1 });

function adopt(world: RunWorld, ...tasks: TaskDraft[]): void {
  const plan = planOf(...tasks);
  const offered = offer(plan, storePlan(world.plan as Plan).plan);
  const key = world.keyOfKind("replan");
  world.send({ type: "replan_written", key, plan: offered, fromVersion: 1, renamed: [] });
}

describe("running attempts when the plan is replaced", () => {
  it("may end before the replanner is asked, for as long as the grace", () => {
    const world = draining();
    expect(kinds(world.tick(29_999))).toEqual([]);
    expect(kinds(world.tick(1))).toEqual(["replan"]);
    const calm = draining();
    calm.succeed("slow");
    expect(kinds(calm)).toEqual(["replan"]);
  });

  it("have what is left of the grace after a pause", () => {
    const world = draining().tick(10_000);
    world.send({ type: "pause" }, ANNA);
    world.tick(3_600_000).send({ type: "resume" }, ANNA);
    world.start();
    expect(kinds(world.tick(19_999))).toEqual([]);
    expect(kinds(world.tick(1))).toEqual(["replan"]);
  });

  it("are given up after the grace unless the new tail keeps them", () => {
    const dropped = draining().tick(30_000);
    dropped.start();
    adopt(dropped, failing, { id: "n" });
    expect(dropped.last("task_superseded").payload).toEqual({ taskId: "slow", byVersion: 2 });
    expect(Object.values(dropped.state.inFlight)).toEqual([]);
    expect(dropped.state.tasks.slow?.attempts[0]).toMatchObject({ outcome: "aborted" });

    const kept = draining().tick(30_000);
    kept.start();
    adopt(kept, failing, { id: "slow" }, { id: "n" });
    expect(kept.status("slow")).toBe("running");
    expect(Object.values(kept.state.inFlight)).toMatchObject([{ taskId: "slow" }]);
    expect(entryOf(kept).changes).toEqual({ added: 1, removed: 0, changed: 0, kept: 2 });
  });

  it.each(["write", "external"] as const)(
    "have their call with side effects %s ended first",
    (sideEffects) => {
      const world = draining();
      began(world, sideEffects);
      expect(kinds(world.tick(60_000))).toEqual([]);
      ended(world);
      expect(kinds(world)).toEqual(["replan"]);
    },
  );

  it("are waited for as long as one of several calls is not over", () => {
    const world = draining();
    began(world, "write", "c1");
    began(world, "write", "c1");
    began(world, "write", "c2");
    world.tick(60_000);
    ended(world, "c1");
    expect(kinds(world)).toEqual([]);
    ended(world, "c2");
    expect(kinds(world)).toEqual(["replan"]);
  });

  it.each(["none", "read"] as const)(
    "are not waited for because of a call with side effects %s",
    (sideEffects) => {
      const world = draining();
      began(world, sideEffects);
      ended(world);
      began(world, sideEffects);
      expect(kinds(world.tick(30_000))).toEqual(["replan"]);
    },
  );

  it("that end take the calls with them of which nobody told the end", () => {
    const world = draining();
    began(world, "write");
    world.fail("slow");
    expect(world.state.tasks.slow?.writing).toBeUndefined();
    expect(kinds(world)).toEqual(["replan"]);
  });

  it("do not take the word back from a replanner that was asked already", () => {
    const world = draining().tick(30_000);
    world.start();
    began(world, "write");
    const key = world.keyOfKind("replan");
    expect(world.state.inFlight[key]).toBeDefined();
    adopt(world, failing, { id: "n" });
    expect(entryOf(world).outcome).toBe("adopted");
  });
});

it("tasks that wait for a person are never waited for", () => {
  const world = worldOf([failing, { id: "h", type: "human_review" }], { replanGraceMs: 30_000 });
  world.start();
  const { stored: shown } = storeValue("");
  world.send({ type: "gate_shown", ...world.keyOf("h"), shown, digest: "d", prompt: "?" });
  world.fail("bad");
  expect(world.status("h")).toBe("waiting");
  expect(kinds(world)).toEqual(["replan"]);
});

it("a person's plan stops running attempts that it does not keep, at once", () => {
  const world = worldOf([{ id: "slow" }, { id: "later", dependsOn: ["slow"] }]);
  world.start();
  world.edit(planOf({ id: "n" }), "otherwise");
  expect(world.last("task_superseded").payload.taskId).toBe("slow");
  expect(
    world.send(
      { type: "attempt_succeeded", ...world.keyOf("slow"), value: storeValue({}).stored, checks: [] },
      ANNA,
    ),
  ).toMatchObject({ ok: true });
  expect(world.types().at(-1)).toBe("late_result");
});
