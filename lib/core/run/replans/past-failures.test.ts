import { describe, expect, it } from "vitest";
import { storePlan } from "@/lib/core/plan/store";
import { storeValue } from "@/lib/core/stored-value";
import { decide, worldOf } from "@/lib/testing/runs/replan-stories";
import { ANNA, offer, planOf, type RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Plan } from "../../plan/schema";
import { pastFailures } from "./past-failures";

/** What was tried, as `task/attempt` or `review`, with the number of tasks that it led to. */
const reported = (world: RunWorld): string[] =>
  pastFailures(world.state).map((one) => {
    const name = one.kind === "attempt" ? `${one.task.id}/${one.attempt.attempt}` : one.review.id;
    return one.newTaskCount === undefined ? name : `${name} +${one.newTaskCount}`;
  });

function adopt(world: RunWorld, ...tasks: TaskDraft[]): void {
  world.start();
  const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
  const plan = planOf(...tasks);
  const offered = offer(plan, storePlan(world.plan as Plan, lineages).plan);
  // The lineage of the new task is that of the one it replaces.
  const next = storePlan(plan, lineages).plan.tasks.filter(({ id }) => !world.state.tasks[id]);
  const key = world.keyOfKind("replan");
  const fromVersion = world.state.planVersion;
  const patch = { ...offered.patch, tasks: next };
  world.send({ type: "replan_written", key, plan: { ...offered, patch }, fromVersion, renamed: [] });
  world.plan = plan;
}

describe("what a replanner must not try again", () => {
  it("are the failed attempts of the thread that led to replans, retries too, oldest first", () => {
    const world = worldOf(
      [
        { id: "t", onFailure: "retry", maxRetries: 1 },
        { id: "other", critical: false },
      ],
      {
        retryDelayMs: 0,
      },
    );
    world.start();
    world.fail("other");
    world.tick(1).fail("t");
    world.tick(1).start();
    world.fail("t");
    expect(reported(world)).toEqual(["t/1", "t/2"]);
    world.tick(1);
    const failed = [
      { id: "t", onFailure: "retry", maxRetries: 1 } as const,
      { id: "other", critical: false },
    ];
    adopt(world, ...failed, { id: "t2", replaces: "t", maxRetries: 0 }, { id: "after" });
    world.start();
    world.tick(1).fail("t2");
    expect(reported(world)).toEqual(["t/1", "t/2 +2", "t2/1"]);
  });

  it("are all failed attempts when nobody named a task", () => {
    const world = worldOf([{ id: "x", critical: false }, { id: "y" }]);
    world.start();
    world.fail("x");
    world.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    expect(reported(world)).toEqual(["x/1"]);
  });

  it("come in the order in which they ended, the last ten", () => {
    const ids = Array.from({ length: 12 }, (_, n) => `t${n}`);
    const world = worldOf(
      ids.map((id) => ({ id, critical: false })),
      { maxConcurrency: 12 },
    );
    world.start();
    for (const id of ids.toReversed()) world.tick(1).fail(id);
    world.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    expect(reported(world)).toEqual(
      ids
        .slice(0, 10)
        .toReversed()
        .map((id) => `${id}/1`),
    );
  });

  it("is not what a person wants changed", () => {
    const gate = { id: "g", type: "human_review", gate: { prompt: "" } } as TaskDraft;
    const world = worldOf([{ id: "x", critical: false }, gate]);
    world.start();
    world.fail("x");
    const { stored: shown } = storeValue("draft");
    world.send({ type: "gate_shown", ...world.keyOf("g"), shown, digest: "d", prompt: "?" });
    decide(world, "request_changes", "shorter");
    expect(world.last("replan_started").payload.cause).toMatchObject({ trigger: "person", taskId: "g" });
    expect(world.state.counters).toMatchObject({ wishes: 1, replansByLineage: {} });
    expect(reported(world)).toEqual(["x/1"]);
  });

  it("is what a review sent back again, with the work it looked at and nothing that people answered", () => {
    const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["a", "g"] };
    const ask = { id: "g", type: "human_review", gate: { prompt: "When?" } } as TaskDraft;
    const sendBack = (id: string) => {
      world.start();
      const proposal = { decision: "CONTINUE" as const, reasoning: "r", answers: [], reviewer: "lead" };
      world.send({ type: "review_read", ...world.keyOf(id), proposal });
      decide(world, "REPLAN", "too slow");
    };
    const world = worldOf([{ id: "a" }, ask, review], { reviewMode: "manual" }).run("a");
    world.start();
    const { stored: shown } = storeValue("draft");
    world.send({ type: "gate_shown", ...world.keyOf("g"), shown, digest: "d", prompt: "?" });
    decide(world, "approve", "in March");
    sendBack("r");
    expect(pastFailures(world.state)).toEqual([]);
    adopt(world, { id: "a" }, ask, review, { ...review, id: "r2", replaces: "r" });
    sendBack("r2");
    expect(pastFailures(world.state)).toMatchObject([
      { kind: "review", review: { id: "r" }, reviewed: [{ id: "a" }] },
      { kind: "review", review: { id: "r2" }, reviewed: [{ id: "a" }] },
    ]);
  });

  it("is no question that a person refused", () => {
    const gate = { id: "g", type: "human_review", gate: { prompt: "" } } as TaskDraft;
    const world = worldOf([gate]);
    world.start();
    const { stored: shown } = storeValue("draft");
    world.send({ type: "gate_shown", ...world.keyOf("g"), shown, digest: "d", prompt: "?" });
    decide(world, "reject", "not like this");
    expect(world.state.replanHistory).toHaveLength(1);
    expect(reported(world)).toEqual([]);
  });

  it("are the last ten", () => {
    const world = worldOf([{ id: "t", onFailure: "retry", maxRetries: 11 }], { retryDelayMs: 0 });
    for (let n = 0; n < 12; n += 1) {
      world.tick(1).start();
      world.fail("t");
    }
    expect(reported(world)).toHaveLength(10);
    expect(reported(world).at(-1)).toBe("t/12");
  });
});
