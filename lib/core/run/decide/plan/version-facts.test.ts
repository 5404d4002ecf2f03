import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { type Plan, plan as planSchema } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import type { OfferedPlan, WorkerCommand } from "../../commands";
import type { PlanCritique } from "../../events/critique";
import { issueReason, statedReason } from "../../reasons";

const BAD: TaskDraft = { id: "bad", maxRetries: 0, onFailure: "replan" };
const GATE: TaskDraft = { id: "g", type: "human_review" };

/** A task has failed, and its replan is being written. */
function replanning(...more: TaskDraft[]): RunWorld {
  const world = new RunWorld({ plan: planOf(BAD, ...more) });
  world.start();
  world.fail("bad");
  world.start();
  return world;
}

type Renamed = Extract<WorkerCommand, { type: "replan_written" }>["renamed"][number];
const renamedTask = (n: number): Renamed => ({ from: `x${n}`, to: `y${n}`, why: "other_work" });

function write(
  world: RunWorld,
  plan: Plan,
  more: Partial<OfferedPlan> = {},
  renamed: Renamed[] = [],
  tail?: string,
) {
  const offered = { ...offer(plan, storePlan(world.plan as Plan).plan), ...more };
  return world.send({
    type: "replan_written",
    key: world.keyOfKind("replan"),
    plan: offered,
    fromVersion: 1,
    renamed,
    ...(tail !== undefined && { tail }),
  });
}

describe("the version of a replan", () => {
  it("counts what is new, and what stays although it is written otherwise", () => {
    const after = { dependsOn: ["bad"] };
    const world = replanning({ id: "b", ...after }, { id: "gone", ...after });
    write(world, planOf(BAD, { id: "b", dependsOn: ["n"] }, { id: "n" }));
    expect(world.last("replan_adopted").payload).toMatchObject({ added: 1, removed: 1, kept: 2 });
  });

  it("counts what comes again under another id as rewritten, in its event and in the history", () => {
    const after = { dependsOn: ["bad"] };
    const world = replanning({ id: "b", title: "Tell", ...after }, { id: "gone", ...after });
    write(world, planOf(BAD, { id: "b2", title: "Tell", input: "Tell all" }, { id: "n" }));
    const counted = { added: 1, rewritten: 1, removed: 1 };
    expect(world.last("replan_adopted").payload).toMatchObject({ ...counted, kept: 1 });
    expect(world.state.replanHistory[0]?.changes).toEqual({ ...counted, changed: 1, kept: 1 });
  });

  it("keeps by which tools its tasks may change something, where that is known", () => {
    const reach = { n: ["mail"] };
    const world = replanning();
    write(world, planOf(BAD, { id: "n" }), { reach });
    expect(world.last("plan_version_adopted").payload).toMatchObject({ version: 2, reach });
    const unknown = replanning();
    write(unknown, planOf(BAD, { id: "n" }));
    expect(unknown.last("plan_version_adopted").payload).not.toHaveProperty("reach");
  });

  it("names the first of many tasks that were renamed, and says how many more were", () => {
    const renamed = Array.from({ length: 23 }, (_, n) => renamedTask(n));
    const named = { renamed: renamed.slice(0, 20), moreRenamed: 3 };
    const world = replanning();
    write(world, planOf(BAD, { id: "n" }), {}, renamed);
    expect(world.last("replan_adopted").payload).toMatchObject(named);
    const few = replanning();
    write(few, planOf(BAD, { id: "n" }), {}, renamed.slice(0, 20));
    expect(few.last("replan_adopted").payload).not.toHaveProperty("moreRenamed");
  });

  it("keeps that number while people are asked about it", () => {
    const renamed = Array.from({ length: 23 }, (_, n) => renamedTask(n));
    const plan = planOf({ ...BAD, critical: false }, GATE, { id: "b", dependsOn: ["g"] });
    const world = new RunWorld({ plan, settings: { critic: { mode: "off", minScore: 0 } }, by: ANNA });
    for (const _ of [0, 1]) {
      if (!world.state.replan) world.send({ type: "request_replan", instruction: "faster" }, ANNA);
      world.tick(60_000).start();
      write(world, planOf(BAD, { id: "b" }), {}, renamed);
    }
    expect(world.last("plan_version_offered").payload.moreRenamed).toBe(3);
    const { approvalId } = world.last("approval_opened").payload;
    const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
    world.send({ type: "decide_approval", approvalId, verb: "approve", provenance: "person", by }, ANNA);
    expect(world.last("replan_adopted").payload.moreRenamed).toBe(3);
  });

  it.each([
    ["blob", { origin: "review", author: "reviewer" }],
    [undefined, { origin: "replan", author: "replanner" }],
  ])("is the review's where it is the tail that the review wrote: %s", (tail, written) => {
    const plan = planOf({ id: "r", type: "planning_review" }, { id: "b", dependsOn: ["r"] });
    const world = new RunWorld({ plan, settings: { reviewMode: "auto" } });
    world.start();
    const proposal = {
      decision: "REPLAN",
      reasoning: "no",
      answers: [],
      reviewer: "r",
      tail: "blob",
    } as const;
    world.send({ type: "review_read", proposal: { ...proposal, answers: [] }, ...world.keyOf("r") });
    world.start();
    const next = planOf({ id: "r", type: "planning_review" }, { id: "n", dependsOn: ["r"] });
    write(world, next, {}, [], tail);
    expect(world.last("plan_version_adopted").payload).toMatchObject(written);
  });
});

describe("a replan that failed", () => {
  const unwritten = (world: RunWorld, count = 1, key = world.keyOfKind("replan")) =>
    world.send({
      type: "replan_unwritten",
      key,
      reason: statedReason("invalid twice"),
      issues: Array.from({ length: count }, (_, n) => ({ code: "invalid_plan", message: `${n}` })),
    });

  it("asks what to do, with its number and reason, for the task that it was for", () => {
    const world = replanning();
    unwritten(world, 11);
    expect(world.last("replan_failed").payload.issues).toHaveLength(10);
    expect(world.last("replan_failed").payload.moreIssues).toBe(1);
    expect(world.last("approval_opened").payload).toMatchObject({
      kind: "replan_failed",
      taskId: "bad",
      question: { about: "replan", number: 1, reason: statedReason("invalid twice") },
      subject: { approval: "apr_1-1", replan: 1 },
    });
    const asked = new RunWorld({ plan: planOf({ id: "a" }) });
    asked.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    asked.start();
    unwritten(asked);
    expect(asked.last("approval_opened").payload).not.toHaveProperty("taskId");
  });

  it.each(["replan_written", "replan_unwritten", "replan_impossible"] as const)(
    "or is none of ours by its key leaves the one under way alone: %s",
    (type) => {
      const world = replanning();
      const plan = offer(planOf(BAD, { id: "n" }), storePlan(world.plan as Plan).plan);
      const facts = { key: "other", reason: "no", issues: [], plan, fromVersion: 1, renamed: [] };
      if (type === "replan_unwritten") unwritten(world, 1, "other");
      else world.send({ type, ...facts });
      expect(world.last("late_result").payload).toMatchObject({ key: "other", kind: type });
      expect(world.state.replan?.number).toBe(1);
      expect(world.state.planVersion).toBe(1);
    },
  );

  it("by a tail that uses an id again has no other issue", () => {
    const world = replanning({ id: "gone", dependsOn: ["bad"], input: "one" });
    write(world, planOf(BAD, { id: "gone", input: "two" }));
    const message = "gone is the id of other work in this run; new work needs a new id.";
    expect(world.last("replan_failed").payload).toMatchObject({
      reason: issueReason([{ code: "done_prefix", message }]),
      issues: [{ code: "done_prefix", message, taskId: "gone" }],
    });
  });

  it("by a plan tried twice lists no issues", () => {
    const world = replanning();
    write(world, planOf(BAD));
    world.start();
    write(world, planOf(BAD));
    expect(world.last("replan_failed").payload).toMatchObject({
      reason: { code: "plan_repeated", planVersion: 1 },
      issues: [],
    });
  });
});

describe("a gate at a new version", () => {
  /** The gate shows the results of two tasks, in this order. */
  const looking = (dependsOn: string[]) => planOf({ id: "a" }, { id: "b" }, { ...GATE, dependsOn }, BAD);

  function shown(plan: Plan): RunWorld {
    const world = new RunWorld({ plan });
    world.start();
    for (const id of ["a", "b"]) world.succeed(id);
    world.start();
    const { stored } = storeValue("x");
    world.send({ type: "gate_shown", shown: stored, digest: "d", prompt: "?", ...world.keyOf("g") });
    return world;
  }

  it("is retained where it looks at the same results in another order", () => {
    const world = shown(looking(["a", "b"]));
    world.edit(planOf(...looking(["b", "a"]).tasks, { id: "n" }), "n too");
    expect(world.last("approval_retained").payload).toEqual({ approvalId: "apr_1-1", planVersion: 2 });
  });

  it("is superseded for its inputs where it looks at other results", () => {
    const world = shown(looking(["a", "b"]));
    world.edit(looking(["a"]), "only a");
    expect(world.last("approval_superseded").payload.reason).toEqual({
      code: "gate_changed",
      planVersion: 2,
      part: "inputs",
    });
  });

  it("is retained where the work behind it stands in another order", () => {
    const behind: TaskDraft[] = [
      { id: "x", input: "one", dependsOn: ["g"] },
      { id: "y", input: "two", dependsOn: ["g"] },
    ];
    const world = shown(planOf({ id: "a" }, { id: "b" }, GATE, BAD, ...behind));
    world.edit(planOf({ id: "a" }, { id: "b" }, GATE, BAD, ...behind.reverse(), { id: "n" }), "n too");
    expect(world.last("approval_retained").payload.approvalId).toBe("apr_1-1");
  });
});

describe("a drafted plan", () => {
  it("says why it was drafted, and by whom", () => {
    const world = new RunWorld();
    world.start();
    const key = world.keyOfKind("plan");
    world.send({
      type: "plan_drafted",
      key,
      plan: { ...offer(planOf({ id: "a" })), reach: { a: ["mail"] } },
    });
    expect(world.last("plan_version_adopted").payload).toMatchObject({
      origin: "planner",
      author: "planner",
      cause: { code: "plan_drafted" },
      reach: { a: ["mail"] },
    });
  });

  it("written again keeps the beginning of what should change", () => {
    const world = new RunWorld({ settings: { planApproval: true } });
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(planOf({ id: "a" })) });
    const { approvalId } = world.last("approval_opened").payload;
    const comment = "x".repeat(1_001);
    const answer = { verb: "request_changes", comment, provenance: "person" } as const;
    world.send({ type: "decide_approval", approvalId, ...answer }, ANNA);
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(planOf({ id: "b" })) });
    expect(world.last("plan_version_adopted").payload.cause).toEqual({
      code: "changes_requested",
      text: "x".repeat(1_000),
    });
  });

  it("that cannot be used lists the first of its issues, and says how many more there are", () => {
    const world = new RunWorld();
    world.start();
    const issues = Array.from({ length: 21 }, (_, n) => ({ code: "invalid_plan", message: `${n}` }));
    world.send({ type: "plan_refused", key: world.keyOfKind("plan"), issues });
    expect(world.last("plan_rejected").payload).toEqual({ issues: issues.slice(0, 20), moreIssues: 1 });
    expect(world.state.finished?.reason).toBe("plan_rejected");
  });
});

describe("a person's plan", () => {
  it("may make a task that never started another one, and none that did or was dropped", () => {
    const other = (id: string): TaskDraft => ({ id, input: "other" });
    const plan = planOf(
      { id: "a", maxRetries: 1, onFailure: "retry" },
      { id: "b", dependsOn: ["a"] },
      {
        id: "c",
      },
    );
    const world = new RunWorld({ plan });
    world.start();
    world.fail("a");
    expect(world.status("a")).not.toBe("failed");
    const edit = (...tasks: TaskDraft[]) => world.edit(planOf(...tasks), "so");
    expect(edit(other("a"), ...plan.tasks.slice(1))).toMatchObject({
      error: { details: { issues: [{ code: "done_prefix", taskId: "a" }] } },
    });
    expect(edit({ ...plan.tasks[0], id: "a" }, { ...other("b"), dependsOn: ["a"] })).toMatchObject({
      ok: true,
    });
    expect(world.status("c")).toBe("superseded");
    expect(edit({ ...plan.tasks[0], id: "a" }, { id: "c", dependsOn: ["a"] })).toMatchObject({
      error: { details: { issues: [{ code: "done_prefix", taskId: "c" }] } },
    });
  });

  it("may not have a placeholder of a task that has begun mean another task", () => {
    const reader: TaskDraft = {
      id: "p",
      input: "Pay {{results.a.b}}",
      dependsOn: ["a"],
      critical: false,
      maxRetries: 0,
    };
    const tasks = [{ id: "a" }, reader, { id: "z" }];
    const world = new RunWorld({ plan: planOf(...tasks) });
    world.run("a");
    world.start();
    world.fail("p");
    expect(world.status("p")).toBe("failed");
    expect(world.edit(planOf(...tasks, { id: "a.b" }), "a note")).toMatchObject({
      error: { details: { issues: [{ code: "done_prefix", taskId: "p" }] } },
    });
    expect(world.edit(planOf(...tasks, { id: "ab" }), "a note")).toMatchObject({ ok: true });
  });

  it("may not make a task another one that was at work and is to be tried again", () => {
    const plan = planOf({ id: "a", maxRetries: 0, critical: false }, { id: "y" });
    const world = new RunWorld({ plan, settings: { maxConcurrency: 1 } });
    world.start();
    world.fail("a");
    world.start();
    world.send({ type: "retry_task", taskId: "a" }, ANNA);
    expect(world.status("a")).toBe("pending");
    const edited = planOf({ id: "a", input: "other", maxRetries: 0, critical: false }, { id: "y" });
    expect(world.edit(edited, "so")).toMatchObject({ ok: false, error: { code: "invalid_plan" } });
  });

  it("may keep a task that was skipped by hand behind one that failed", () => {
    const tasks: TaskDraft[] = [
      { id: "a", maxRetries: 0, onFailure: "replan" },
      { id: "b", dependsOn: ["a"] },
    ];
    const world = new RunWorld({ plan: planOf(...tasks) });
    world.start();
    world.fail("a");
    world.send({ type: "skip_task", taskId: "b", reason: "no need" }, ANNA);
    expect(world.edit(planOf(...tasks, { id: "c" }), "c instead")).toMatchObject({ ok: true });
  });

  it("may hold a review behind a task that failed", () => {
    const world = new RunWorld({ plan: planOf({ id: "a", maxRetries: 0 }, { id: "b", dependsOn: ["a"] }) });
    world.start();
    world.fail("a");
    const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["a"] };
    expect(world.edit(planOf({ id: "a", maxRetries: 0 }, review), "look")).toMatchObject({ ok: true });
  });
});

describe("a word on a finding", () => {
  const critique: PlanCritique = {
    by: "static",
    score: 8,
    summary: "Fine.",
    gravest: [],
    omitted: 0,
    findings: storeValue([]).stored,
  };

  it("is kept in part where it is longer than there is room for, and never empty", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }), critique });
    const word = (reason: string) =>
      world.send(
        { type: "review_finding", planVersion: 1, findingKey: "k", verdict: "waived", reason },
        ANNA,
      );
    expect(word(" ")).toMatchObject({ error: { code: "invalid_input", message: "Say why." } });
    expect(word(` ${"x".repeat(1_001)}`)).toMatchObject({ ok: true });
    expect(world.last("finding_reviewed").payload.reason).toBe("x".repeat(1_000));
  });
});

it("forgets the agents and the objective of a draft that people sent back", () => {
  const evil = { ...planOf({ id: "a", agent: "default" }), objective: "Send it all" };
  const first = planSchema.parse({
    ...evil,
    agents: { default: { prompt: "Send it all", tools: ["deploy"] } },
  });
  const tools = [{ name: "deploy", sideEffects: "external" as const }];
  const world = new RunWorld({ settings: { planApproval: true, critic: { mode: "off", minScore: 0 } } });
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(first, undefined, tools) });
  const answer = { type: "decide_approval", approvalId: "apr_1-1", provenance: "person" } as const;
  world.send({ ...answer, verb: "request_changes", comment: "Without that" }, ANNA);
  world.start();
  const second = planOf({ id: "b", agent: "default" });
  const drafted = offer(second, storePlan(first).plan, tools);
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: drafted });
  expect(world.state).toMatchObject({ planVersion: 2, agents: {} });
  expect(world.state.planObjective).toBeUndefined();
});
