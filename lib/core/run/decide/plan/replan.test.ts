import { describe, expect, it } from "vitest";
import { storePlan } from "@/lib/core/plan/store";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { statusOf } from "../..";
import { statedReason } from "../../reasons";
import type { RunSettings } from "../../settings";

function replanning(settings: Partial<RunSettings> = {}, tasks: TaskDraft[] = []) {
  const plan = planOf(
    { id: "a" },
    { id: "bad", dependsOn: ["a"], maxRetries: 0 },
    { id: "c", dependsOn: ["bad"] },
    ...tasks,
  );
  const world = new RunWorld({ plan, settings }).run("a");
  world.start();
  world.fail("bad");
  return world;
}

function adopt(world: RunWorld, ...tail: TaskDraft[]) {
  const plan = planOf({ id: "a" }, { id: "bad", dependsOn: ["a"], maxRetries: 0 }, ...tail);
  const parent = storePlan(world.plan as NonNullable<RunWorld["plan"]>).plan;
  const offered = offer(plan, parent);
  const key = world.keyOfKind("replan");
  const outcome = world.send({
    type: "replan_written",
    key,
    plan: offered,
    fromVersion: world.state.planVersion,
    renamed: [],
  });
  world.plan = plan;
  return outcome;
}

describe("replanning the tail", () => {
  it("keeps what has ended, supersedes what is open, and continues with the new tail", () => {
    const world = replanning();
    expect(world.last("replan_started").payload).toMatchObject({ number: 1 });
    world.start();
    adopt(world, { id: "fix", dependsOn: ["a"], replaces: "bad" }, { id: "c2", dependsOn: ["fix"] });
    expect(world.last("plan_version_adopted").payload).toMatchObject({
      version: 2,
      parent: 1,
      origin: "replan",
      author: "replanner",
    });
    expect(world.last("replan_adopted").payload).toMatchObject({
      fromVersion: 1,
      toVersion: 2,
      added: 2,
      removed: 1,
      kept: 2,
    });
    expect([world.status("a"), world.status("bad"), world.status("c")]).toEqual([
      "succeeded",
      "failed",
      "superseded",
    ]);
    expect(world.start()).toEqual(["fix"]);
    expect(world.state.tasks.fix?.spec.lineage).toBe("bad");
  });

  it("waits for running attempts up to the grace, and starts nothing new in the meantime", () => {
    const world = new RunWorld({
      plan: planOf({ id: "bad", onFailure: "replan" }, { id: "slow" }, { id: "next", dependsOn: ["slow"] }),
      settings: { replanGraceMs: 30_000 },
    });
    world.start();
    world.fail("bad");
    expect(world.startable()).toEqual([]);
    world.tick(30_000);
    expect(world.startable().map((one) => one.kind)).toEqual(["replan"]);
    const calm = new RunWorld({ plan: planOf({ id: "bad", onFailure: "replan" }, { id: "slow" }) });
    calm.start();
    calm.fail("bad");
    calm.succeed("slow");
    expect(calm.startable().map((one) => one.kind)).toEqual(["replan"]);
  });

  it("aborts attempts that the new tail does not keep", () => {
    const world = new RunWorld({
      plan: planOf({ id: "a" }, { id: "bad", onFailure: "replan" }),
      settings: { replanGraceMs: 0 },
    });
    world.start();
    world.fail("bad");
    world.start();
    const parent = storePlan(world.plan as NonNullable<RunWorld["plan"]>).plan;
    const plan = offer(planOf({ id: "bad", onFailure: "replan" }, { id: "new" }), parent);
    world.send({ type: "replan_written", key: world.keyOfKind("replan"), plan, fromVersion: 1, renamed: [] });
    expect(world.last("task_superseded").payload).toEqual({ taskId: "a", byVersion: 2 });
    expect(Object.values(world.state.inFlight)).toEqual([]);
  });

  it("cools down before the replanner is asked", () => {
    const world = replanning({ replanCooldownMs: 1_000 });
    expect(world.startable()).toEqual([]);
    expect(statusOf(world.state)).toBe("running");
    expect(
      world
        .tick(1_000)
        .startable()
        .map((one) => one.kind),
    ).toEqual(["replan"]);
  });

  it("a pause stops the cool-down's clock too", () => {
    const world = replanning({ replanCooldownMs: 1_000 });
    world.send({ type: "pause" }, ANNA);
    world.tick(5_000).send({ type: "resume" }, ANNA);
    expect(world.tick(999).startable()).toEqual([]);
    expect(world.tick(1).startable()).toHaveLength(1);
  });

  it("refuses a plan that was tried before once, and then asks a person", () => {
    const world = replanning();
    const same = () => {
      world.start();
      const plan = offer(world.plan as NonNullable<RunWorld["plan"]>);
      world.send({
        type: "replan_written",
        key: world.keyOfKind("replan"),
        plan: { ...plan, digest: world.state.planDigest },
        fromVersion: 1,
        renamed: [],
      });
    };
    same();
    expect(world.last("replan_refused").payload.reason).toEqual({ code: "plan_repeated", planVersion: 1 });
    same();
    expect(world.last("replan_failed").payload.number).toBe(1);
    expect(world.last("approval_opened").payload).toMatchObject({
      kind: "replan_failed",
      verbs: ["retry", "complete", "abort"],
    });
    expect(world.state.planVersion).toBe(1);
    expect(statusOf(world.state)).toBe("waiting");
  });

  it("never alters ended work, and never uses an id twice", () => {
    const altered = replanning();
    altered.start();
    const plan = planOf(
      { id: "a", input: "changed" },
      { id: "bad", dependsOn: ["a"], maxRetries: 0 },
      { id: "n" },
    );
    const offered = offer(plan, storePlan(altered.plan as NonNullable<RunWorld["plan"]>).plan);
    altered.send({
      type: "replan_written",
      key: altered.keyOfKind("replan"),
      plan: offered,
      fromVersion: 1,
      renamed: [],
    });
    expect(altered.last("replan_failed").payload.issues[0]).toMatchObject({
      code: "done_prefix",
      taskId: "a",
    });

    const rewired = replanning({}, [{ id: "other" }]).run("other");
    rewired.start();
    adopt(rewired, { id: "other", dependsOn: ["a"] }, { id: "n" });
    const [issue] = rewired.last("replan_failed").payload.issues;
    expect(issue).toMatchObject({ code: "done_prefix", taskId: "other" });
    expect(issue?.message).toContain("must stay as it is (dependsOn)");

    const reused = replanning();
    reused.start();
    adopt(reused, { id: "bad", input: "other work", dependsOn: ["a"], maxRetries: 0 }, { id: "n" });
    expect(reused.last("replan_failed").payload.issues[0]).toEqual({
      code: "done_prefix",
      message: "bad is the id of other work in this run; new work needs a new id.",
      taskId: "bad",
    });

    const dropped = replanning();
    dropped.start();
    const without = offer(planOf({ id: "n" }), storePlan(dropped.plan as NonNullable<RunWorld["plan"]>).plan);
    dropped.send({
      type: "replan_written",
      key: dropped.keyOfKind("replan"),
      plan: without,
      fromVersion: 1,
      renamed: [],
    });
    expect(dropped.last("replan_failed").payload.reason).toMatchObject({
      code: "plan_issue",
      issue: { message: expect.stringContaining("has ended and must stay") },
    });

    const moved = replanning();
    moved.start();
    moved.send({
      type: "replan_written",
      key: moved.keyOfKind("replan"),
      plan: offered,
      fromVersion: 7,
      renamed: [],
    });
    expect(moved.last("replan_failed").payload).toMatchObject({
      reason: { code: "plan_outdated", planVersion: 1 },
      issues: [],
    });
  });

  it("a failed replan leaves the old version; a person may retry, complete or abort", () => {
    const failed = () => {
      const world = replanning();
      world.start();
      world.send({
        type: "replan_unwritten",
        key: world.keyOfKind("replan"),
        reason: statedReason("invalid twice"),
        issues: [],
      });
      return world;
    };
    const answer = (world: RunWorld, verb: GateVerb, comment?: string) =>
      world.send(
        {
          type: "decide_approval",
          approvalId: world.last("approval_opened").payload.approvalId,
          verb,
          comment,
          provenance: "person",
        },
        ANNA,
      );
    const retried = failed();
    answer(retried, "retry");
    expect(retried.startable().map((one) => one.kind)).toEqual(["replan"]);
    const completed = failed();
    answer(completed, "complete");
    expect(completed.status("c")).toBe("skipped");
    expect(completed.startable().map((one) => one.kind)).toEqual(["answer"]);
    const aborted = failed();
    answer(aborted, "abort", "no use");
    expect(aborted.state.finished).toMatchObject({
      reason: "aborted_by_person",
      because: [statedReason("no use")],
    });
  });

  it("mission_impossible ends the run", () => {
    const world = replanning();
    world.start();
    world.send({ type: "replan_impossible", key: world.keyOfKind("replan"), reason: "no data" });
    expect(world.state.finished).toMatchObject({
      reason: "mission_impossible",
      because: [statedReason("no data")],
    });
  });

  it("late words of a replanner change nothing", () => {
    const world = replanning();
    world.start();
    const key = world.keyOfKind("replan");
    world.send({ type: "cancel" }, ANNA);
    const plan = offer(planOf({ id: "n" }));
    world.send({ type: "replan_written", key, plan, fromVersion: 1, renamed: [] });
    world.send({ type: "replan_unwritten", key, reason: statedReason("x"), issues: [] });
    world.send({ type: "replan_impossible", key, reason: "x" });
    expect(world.types().filter((type) => type === "late_result")).toHaveLength(3);
  });
});

describe("limits of replanning", () => {
  it("a spent total opens a budget gate that a person may raise", () => {
    const world = replanning({ maxTotalReplans: 1 });
    world.start();
    adopt(world, { id: "bad2", dependsOn: ["a"], maxRetries: 0 });
    world.start();
    world.fail("bad2");
    expect(world.last("budget_exhausted").payload).toMatchObject({
      counter: "maxTotalReplans",
      used: 1,
      limit: 1,
      setting: "settings.maxTotalReplans",
    });
    const gate = world.last("approval_opened").payload;
    expect(gate).toMatchObject({ kind: "budget", verbs: ["raise", "complete", "abort"] });
    expect(statusOf(world.state)).toBe("waiting");
    world.tick(1);
    expect(world.types().filter((type) => type === "budget_exhausted")).toHaveLength(1);
    world.send(
      { type: "decide_approval", approvalId: gate.approvalId, verb: "raise", provenance: "person" },
      ANNA,
    );
    expect(world.last("budget_raised").payload).toEqual({ counter: "maxTotalReplans", limit: 2 });
    expect(world.last("replan_started").payload.number).toBe(2);
  });

  it("counts by lineage, so that renaming does not evade the limit", () => {
    const world = replanning({ maxReplansPerTask: 1 });
    world.start();
    adopt(world, { id: "again", dependsOn: ["a"], maxRetries: 0, replaces: "bad" });
    world.start();
    world.fail("again");
    const gate = world.last("approval_opened").payload;
    expect(gate.subject).toMatchObject({ counter: "maxReplansPerTask", lineage: "bad" });
    world.send(
      { type: "decide_approval", approvalId: gate.approvalId, verb: "raise", provenance: "person" },
      ANNA,
    );
    expect(world.last("budget_raised").payload).toEqual({
      counter: "maxReplansPerTask",
      limit: 2,
      lineage: "bad",
    });
    expect(world.last("replan_started").payload.number).toBe(2);
  });

  it("onBudget finish completes with the results so far; fail fails with budget_exhausted; complete and abort by a person", () => {
    const spent = (settings: Partial<RunSettings>) => {
      const world = replanning({ maxReplansPerTask: 0, ...settings });
      return world;
    };
    const finish = spent({ onBudget: "finish" });
    expect(finish.startable().map((one) => one.kind)).toEqual(["answer"]);
    expect(spent({ onBudget: "fail" }).state.finished?.reason).toBe("budget_exhausted");
    const byPerson = spent({});
    const { approvalId } = byPerson.last("approval_opened").payload;
    byPerson.send({ type: "decide_approval", approvalId, verb: "abort", provenance: "person" }, ANNA);
    expect(byPerson.state.finished?.reason).toBe("aborted_by_person");
  });
});
