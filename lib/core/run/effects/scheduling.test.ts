import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { nextEffects, statusOf } from "..";
import { statedReason } from "../reasons";

describe("dataflow scheduling", () => {
  it("starts a task the moment its dependencies have succeeded, not level by level", () => {
    const world = new RunWorld({
      plan: planOf(
        { id: "a" },
        { id: "slow" },
        { id: "b", dependsOn: ["a"] },
        { id: "c", dependsOn: ["b"] },
        { id: "end", dependsOn: ["c", "slow"] },
      ),
    });
    expect(world.start()).toEqual(["a", "slow"]);
    world.succeed("a");
    expect(world.start()).toEqual(["b"]);
    world.succeed("b");
    expect(world.start()).toEqual(["c"]);
    expect(world.status("slow")).toBe("running");
    expect(world.status("end")).toBe("pending");
  });

  it("prefers the longest remaining path, then the plan's order, within maxConcurrency", () => {
    const world = new RunWorld({
      plan: planOf({ id: "x" }, { id: "y" }, { id: "long" }, { id: "after", dependsOn: ["long"] }),
      settings: { maxConcurrency: 2 },
    });
    expect(world.start()).toEqual(["long", "x"]);
    expect(nextEffects(world.state)).toHaveLength(2);
    world.succeed("x");
    expect(world.start()).toEqual(["y"]);
  });

  it("finishes by the answer when every task has ended", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) }).run("a");
    expect(statusOf(world.state)).toBe("finishing");
    world.start();
    const { stored } = { stored: world.last("task_succeeded").payload.value };
    world.send({ type: "answer_ready", key: world.keyOfKind("answer"), value: stored });
    expect(world.last("run_finished").payload).toMatchObject({
      reason: "answer_complete",
      executionAttempts: 1,
      replans: 0,
      tasks: { task: 1 },
      answer: stored,
    });
    expect(statusOf(world.state)).toBe("completed");
    expect(nextEffects(world.state)).toEqual([]);
  });

  it("restarts what was running when a new lease is taken, under the same key, as the same attempt", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    const before = world.keyOf("a");
    world.send({ type: "take_lease", workerId: "w2" });
    expect(world.state.inFlight).toEqual({});
    expect(world.start()).toEqual(["a"]);
    expect(world.keyOf("a")).toEqual(before);
    expect(world.types("a")).toEqual(["task_started"]);
  });

  it("refuses a start under a stale epoch, and passes over keys that are not wanted", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });
    expect(world.send({ type: "start", keys: [], epoch: 99 })).toMatchObject({
      ok: false,
      error: { code: "lease_lost" },
    });
    world.send({ type: "start", keys: ["run_1/b/1/run_attempt/1"], epoch: world.state.epoch });
    expect(world.status("b")).toBe("pending");
  });

  it("asks a person after five take-overs in a row that led nowhere", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    for (let n = 0; n < 4; n += 1) world.send({ type: "take_lease", workerId: `w${n}` });
    expect(world.last("approval_opened").payload.kind).toBe("engine_fault");
    expect(statusOf(world.state)).toBe("waiting");
    expect(world.start()).toEqual([]);
    const { approvalId } = world.last("approval_opened").payload;
    world.send({ type: "decide_approval", approvalId, verb: "retry", provenance: "person" });
    expect(world.start()).toEqual(["a"]);
  });

  it("does not count a run that workers hand on in good order, however often", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    for (let n = 0; n < 9; n += 1) {
      world.send({ type: "release", keys: [], cause: "shutdown" });
      world.send({ type: "take_lease", workerId: `w${n}` });
    }
    expect(world.types()).not.toContain("approval_opened");
    expect(world.last("effects_released").payload).toEqual({ keys: [], cause: "shutdown" });
  });

  it("keeps results nobody expects as late results that change nothing", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    world.start();
    const report = world.keyOf("a");
    world.send({ type: "cancel", reason: "enough" });
    const value = {
      digest: "d",
      bytes: 1,
      preview: "x",
      facts: { type: "string", empty: false, chars: 1 },
      inline: "x",
    } as const;
    world.send({ type: "attempt_succeeded", value, checks: [], ...report });
    expect(world.last("late_result").payload).toEqual({ key: report.key, kind: "attempt_succeeded", value });
    expect(world.status("a")).toBe("aborted");
    expect(statusOf(world.state)).toBe("cancelled");
  });
});

describe("task outcomes", () => {
  const chain = (first: object) =>
    planOf({ id: "a", maxRetries: 0, ...first }, { id: "b", dependsOn: ["a"] });
  const failed = (first: object, settings = {}) => {
    const world = new RunWorld({ plan: chain(first), settings });
    world.start();
    world.fail("a");
    return world;
  };

  it("stop on a critical task halts, and replanning begins by default", () => {
    const world = failed({ onFailure: "stop" });
    expect(world.status("a")).toBe("failed");
    expect(world.last("replan_started").payload.cause).toMatchObject({ trigger: "task_failed", taskId: "a" });
  });

  it("stop on a critical task with replanning off fails the run with task_failed", () => {
    const world = failed({ onFailure: "stop" }, { maxTotalReplans: 0 });
    expect(world.last("run_finished").payload).toMatchObject({
      reason: "task_failed",
      because: [statedReason("a broke")],
    });
    expect(world.status("b")).toBe("aborted");
    expect(failed({ onFailure: "stop" }, { replanOnFailure: false }).state.finished?.reason).toBe(
      "task_failed",
    );
  });

  it("stop on a task that is not critical continues without it", () => {
    const world = failed({ onFailure: "stop", critical: false });
    expect(world.status("a")).toBe("failed");
    expect(world.start()).toEqual(["b"]);
  });

  it("skip continues, and tells why", () => {
    const world = failed({ onFailure: "skip" });
    expect(world.status("a")).toBe("skipped");
    expect(world.state.tasks.a?.diagnosis).toEqual(statedReason("a broke"));
    expect(world.start()).toEqual(["b"]);
  });

  it("retry runs again with back-off that grows, then halts when critical", () => {
    const world = new RunWorld({
      plan: chain({ onFailure: "retry", maxRetries: 2 }),
      settings: { retryDelayMs: 100 },
    });
    world.start();
    world.fail("a", "first");
    expect(world.last("task_retried").payload).toMatchObject({
      attempt: 2,
      attempts: 3,
      notBefore: world.now + 100,
    });
    expect(world.start()).toEqual([]);
    expect(statusOf(world.state)).toBe("running");
    world.tick(100).start();
    world.fail("a", "second");
    expect(world.last("task_retried").payload.notBefore).toBe(world.now + 200);
    world.tick(200).start();
    world.fail("a", "third");
    expect(world.status("a")).toBe("failed");
    expect(world.state.tasks.a?.attempts.map((one) => one.diagnosis)).toEqual(
      ["first", "second", "third"].map((words) => statedReason(words)),
    );
  });

  it("retry without attempts left skips a task that is not critical", () => {
    expect(failed({ onFailure: "retry", critical: false }).status("a")).toBe("skipped");
  });

  it("replan follows onVerificationFailure when a check refused the result", () => {
    const world = new RunWorld({ plan: chain({ onFailure: "skip", onVerificationFailure: "replan" }) });
    world.start();
    world.refuse("a", "no items");
    expect(world.types("a")).toContain("verification_failed");
    expect(world.last("replan_started").payload.cause).toMatchObject({
      trigger: "verification",
      diagnosis: statedReason("no items"),
    });
  });

  it("lets running tasks end and keeps their results while halted", () => {
    const world = new RunWorld({
      plan: planOf({ id: "a", maxRetries: 0 }, { id: "other" }, { id: "next", dependsOn: ["other"] }),
    });
    world.start();
    world.fail("a");
    expect(world.state.halt).toBeDefined();
    world.succeed("other");
    expect(world.status("other")).toBe("succeeded");
    expect(world.status("next")).toBe("pending");
    expect(world.last("replan_started").payload.cause.taskId).toBe("a");
  });

  it("a task whose named input was skipped is blocked and counts as failed when critical", () => {
    const world = new RunWorld({
      plan: planOf(
        { id: "a", onFailure: "skip" },
        { id: "b", dependsOn: ["a"], input: "use {{results.a}}" },
        { id: "c", dependsOn: ["a"], input: "use {{results.a}}", critical: false },
      ),
      settings: { maxTotalReplans: 0 },
    });
    world.start();
    world.fail("a");
    expect(world.status("b")).toBe("blocked");
    expect(world.state.tasks.b?.diagnosis).toEqual({
      code: "upstream",
      tasks: [{ taskId: "a", status: "skipped" }],
      cause: statedReason("a broke"),
    });
    expect(world.state.finished?.reason).toBe("task_failed");
  });

  it("skips a task that is not critical when its named input is gone", () => {
    const world = new RunWorld({
      plan: planOf(
        { id: "a", onFailure: "skip" },
        { id: "c", dependsOn: ["a"], input: "{{results.a}}", critical: false },
      ),
    });
    world.start();
    world.fail("a");
    expect(world.status("c")).toBe("skipped");
    expect(statusOf(world.state)).toBe("finishing");
  });

  it("replans when a blocked task says so", () => {
    const world = new RunWorld({
      plan: planOf(
        { id: "a", onFailure: "skip" },
        { id: "b", dependsOn: ["a"], input: "{{results.a}}", onFailure: "replan" },
      ),
    });
    world.start();
    world.fail("a");
    expect(world.last("replan_started").payload.cause).toMatchObject({ trigger: "task_failed", taskId: "b" });
  });

  it("a synthesis gate that failed blocks its dependents, tolerated or not", () => {
    const world = new RunWorld({
      plan: planOf(
        { id: "s", type: "synthesis_gate", onFailure: "skip" },
        { id: "b", dependsOn: ["s"], critical: false },
      ),
    });
    world.start();
    world.fail("s", "empty");
    expect(world.status("b")).toBe("skipped");
  });

  it("a placeholder without a result at run time blocks the task", () => {
    const world = new RunWorld({ plan: chain({}), settings: { replanOnFailure: false } });
    world.start();
    world.send({
      type: "attempt_blocked",
      diagnosis: statedReason("no results.a.items"),
      ...world.keyOf("a"),
    });
    expect(world.status("a")).toBe("blocked");
    expect(world.state.finished?.reason).toBe("task_failed");
  });
});
