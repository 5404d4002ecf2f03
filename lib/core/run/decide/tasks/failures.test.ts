import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import { COMMANDS } from "../../command-table";
import { statedReason } from "../../reasons";

function failing(task: Partial<TaskDraft>): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "t", maxRetries: 0, ...task }, { id: "y" }) });
  world.start();
  return world;
}

describe("a task without a result", () => {
  it.each<[string, Partial<TaskDraft>, object]>([
    [
      "is skipped because its plan says so",
      { onFailure: "skip" },
      { type: "task_skipped", reason: { code: "skipped_by_plan" } },
    ],
    [
      "is skipped because its attempts are used, where it is not critical",
      { onFailure: "retry", critical: false },
      { type: "task_skipped", reason: { code: "attempts_used" } },
    ],
    ["asks for a replan where its plan says so", { onFailure: "replan" }, { consequence: "replan" }],
    ["halts the run where it is critical", { onFailure: "stop" }, { consequence: "halt" }],
    ["lets the others go on", { onFailure: "stop", critical: false }, { consequence: "go_on" }],
  ])("%s", (_, task, { type = "task_failed", ...facts }: { type?: string }) => {
    const world = failing(task);
    world.fail("t");
    const ended = world.events.findLast((event) => event.type === type);
    expect(ended?.payload).toMatchObject({ taskId: "t", ...facts });
  });

  it("is skipped because its check cannot be used, where another result would not help", () => {
    const world = failing({ onFailure: "retry", maxRetries: 3, critical: false });
    world.refuse("t", "no such name", "error");
    expect(world.last("task_skipped").payload.reason).toEqual({ code: "check_unusable" });
  });
});

describe("a result of another form than was asked for", () => {
  const formError = (task: Partial<TaskDraft>) => {
    const world = failing({ maxRetries: 1, ...task });
    const diagnosis = statedReason("no number");
    const failed = { type: "attempt_failed", code: "schema_mismatch", diagnosis, checks: [] } as const;
    world.send({ ...failed, checks: [], ...world.keyOf("t") });
    return world.events.findLast(({ payload }) => "taskId" in payload && payload.taskId === "t");
  };

  it("is asked for again before it asks for another plan", () => {
    expect(formError({ onVerificationFailure: "replan" })).toMatchObject({
      type: "task_retried",
      payload: { attempt: 2, attempts: 2 },
    });
  });

  it.each<[string, Partial<TaskDraft>, string]>([
    ["by a program, which would give the same again", { type: "direct" }, "task_failed"],
    ["where the plan skips what a check refuses", { onVerificationFailure: "skip" }, "task_skipped"],
  ])("is not asked for again: %s", (_, task, type) => {
    expect(formError(task)?.type).toBe(type);
  });
});

describe("a task that ran out of time", () => {
  const timedOut = (task: Partial<TaskDraft>) => {
    const world = failing(task);
    const diagnosis = statedReason("too slow");
    world.send({ type: "attempt_failed", code: "timeout", diagnosis, checks: [], ...world.keyOf("t") });
    return world.events.findLast(({ payload }) => "taskId" in payload && payload.taskId === "t")?.type;
  };

  it.each([
    ["replan", "task_retried"],
    ["stop", "task_retried"],
    ["skip", "task_skipped"],
  ] as const)("uses its attempts first, unless its plan skips it (%s)", (onFailure, type) => {
    expect(timedOut({ onFailure, maxRetries: 1 })).toBe(type);
  });

  it("asks for another plan after its last attempt", () => {
    expect(timedOut({ onFailure: "replan" })).toBe("task_failed");
  });
});

describe("a failure that another attempt would meet again", () => {
  const inVain = (task: Partial<TaskDraft>) => {
    const world = failing({ onFailure: "retry", maxRetries: 3, ...task });
    const diagnosis = statedReason("403 Forbidden");
    const failed = { type: "attempt_failed", code: "error", diagnosis, lasts: true, checks: [] } as const;
    world.send({ ...failed, ...world.keyOf("t") });
    return world.events.findLast(({ payload }) => "taskId" in payload && payload.taskId === "t");
  };

  it("uses no attempt, whatever its plan says", () => {
    expect(inVain({})).toMatchObject({ type: "task_failed", payload: { consequence: "halt" } });
    expect(inVain({ critical: false })).toMatchObject({
      type: "task_skipped",
      payload: { reason: { code: "attempt_in_vain" } },
    });
  });
});

describe("a task that can never start", () => {
  const blocked = (task: Partial<TaskDraft>): RunWorld => {
    const plan = planOf(
      { id: "x", onFailure: "skip", maxRetries: 0 },
      { id: "y" },
      { id: "t", dependsOn: ["x"], input: "{{results.x}}", ...task },
    );
    const world = new RunWorld({ plan });
    world.start();
    world.fail("x");
    return world;
  };

  it("is skipped where it is not critical", () => {
    const world = blocked({ critical: false });
    expect(world.last("task_skipped").payload).toMatchObject({
      taskId: "t",
      reason: { code: "unreachable_task" },
    });
  });

  it.each([
    ["replan", "replan"],
    ["stop", "halt"],
    ["skip", "halt"],
  ] as const)("counts as failed else, by its policy %s", (onFailure, consequence) => {
    const world = blocked({ onFailure });
    expect(world.last("task_blocked").payload).toMatchObject({ taskId: "t", consequence });
  });
});

describe("words to an agent", () => {
  it("are pending in the attempt that they were said in alone", () => {
    const world = failing({ onFailure: "retry", maxRetries: 1 });
    world.send({ type: "steer", taskId: "t", message: "Look again." }, ANNA);
    const heard = { ...world.keyOf("t"), checks: [], heard: 1 };
    world.send({ type: "attempt_failed", code: "error", diagnosis: statedReason("broke"), ...heard });
    world.tick(60_000).start();
    const { stored: value } = storeValue("done");
    world.send({ type: "attempt_succeeded", value, checks: [], heard: 0, ...world.keyOf("t") });
    expect(world.types()).not.toContain("turn_added");
    expect(world.last("task_succeeded").payload).toMatchObject({ taskId: "t", source: "attempt" });
  });
});

describe("a message to an agent", () => {
  it("is kept in part where it is longer than a message may be", () => {
    const world = failing({});
    const { max } = COMMANDS.steer.words;
    world.send({ type: "steer", taskId: "t", message: ` ${"x".repeat(max + 1)}` }, ANNA);
    expect(world.last("steered").payload.message).toBe("x".repeat(max));
  });
});

describe("a person's hand on a task that has ended", () => {
  it("names the act for which a replan because of it is withdrawn", () => {
    const world = failing({ onFailure: "replan" });
    world.succeed("y");
    world.refuse("t", "too low");
    expect(world.state.replan?.cause.taskId).toBe("t");
    world.send({ type: "accept_result", taskId: "t", reason: "good enough" }, ANNA);
    expect(world.last("replan_withdrawn").payload.reason).toEqual({
      code: "task_changed",
      act: "accept_result",
    });
  });

  it("answers the question about a replan because of that task, and of no other", () => {
    const asked = (taskId: string) => {
      const plan = planOf(
        { id: "t", maxRetries: 0, onFailure: "replan" },
        { id: "y", maxRetries: 0, critical: false },
      );
      const world = new RunWorld({ plan, settings: { maxReplansPerTask: 0 } });
      world.start();
      world.fail("y");
      world.fail("t");
      expect(world.last("approval_opened").payload.kind).toBe("budget");
      world.send({ type: "skip_task", taskId, reason: "no need" }, ANNA);
      return world.state.approvals["apr_1-1"]?.status;
    };
    expect([asked("t"), asked("y")]).toEqual(["cancelled", "open"]);
  });

  it("tries again what builds on a task whose result is not named", () => {
    const plan = planOf(
      { id: "a", onFailure: "skip", maxRetries: 0 },
      { id: "t", dependsOn: ["a"], maxRetries: 0, critical: false },
    );
    const world = new RunWorld({ plan: planOf(...plan.tasks, { id: "y" }) });
    world.start();
    world.fail("a");
    world.start();
    world.fail("t");
    expect(world.send({ type: "retry_task", taskId: "t" }, ANNA)).toMatchObject({ ok: true });
  });
});

describe("a person's reason", () => {
  it("is kept in part where it is longer than an event holds", () => {
    const world = failing({});
    world.send({ type: "skip_task", taskId: "t", reason: ` ${"x".repeat(1_001)}` }, ANNA);
    expect(world.last("task_skipped").payload.reason).toEqual({
      code: "skipped_by_person",
      text: "x".repeat(1_000),
    });
  });

  it("is not asked for where a task is only tried again", () => {
    const world = failing({ critical: false });
    world.fail("t");
    expect(world.send({ type: "retry_task", taskId: "t" }, ANNA)).toMatchObject({ ok: true });
  });
});
