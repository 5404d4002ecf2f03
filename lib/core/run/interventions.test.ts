import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../stored-value";
import { readEvent, statusOf } from ".";
import type { TaskCommand } from "./commands";
import { canSteer, interventionsFor } from "./interventions";
import { statedReason } from "./reasons";
import type { RunSettings } from "./settings";
import type { TaskState } from "./state";

const value = storeValue("by hand").stored;
const COMMANDS = {
  retry: { type: "retry_task" },
  skip: { type: "skip_task", reason: "not needed" },
  accept: { type: "accept_result", reason: "good enough" },
  supply: { type: "supply_result", value, reason: "I measured it" },
  steer: { type: "steer", message: "only the EU" },
} as const;
type Name = keyof typeof COMMANDS;

const ask = (world: RunWorld, name: Name, taskId: string) =>
  world.send({ ...COMMANDS[name], taskId } as TaskCommand, ANNA);
const worldOf = (tasks: TaskDraft[], settings: Partial<RunSettings> = {}) =>
  new RunWorld({ plan: planOf(...tasks), settings });

/** A world in which the task `t` is in this state; where it failed, an attempt left a result. */
const STATES: Record<string, () => RunWorld> = {
  pending: () => worldOf([{ id: "x" }, { id: "t", dependsOn: ["x"] }]),
  running: () => started(worldOf([{ id: "t" }])),
  waiting: () => {
    const world = started(worldOf([{ id: "t" }]));
    world.ask("t");
    return world;
  },
  succeeded: () => worldOf([{ id: "t" }, { id: "y" }]).run("t"),
  failed: () => refused(worldOf([{ id: "t", critical: false, maxRetries: 0 }, { id: "y" }])),
  skipped: () => refused(worldOf([{ id: "t", onVerificationFailure: "skip" }, { id: "y" }])),
  blocked: () =>
    skippedUpstream(
      worldOf([{ id: "x" }, { id: "t", dependsOn: ["x"], input: "{{results.x}}" }, { id: "y" }]),
    ),
  superseded: () => {
    const world = worldOf([{ id: "t" }, { id: "y" }]);
    edit(world, [{ id: "y" }]);
    return world;
  },
};

function started(world: RunWorld): RunWorld {
  world.start();
  return world;
}

function refused(world: RunWorld, taskId = "t"): RunWorld {
  world.start();
  const output = storeValue({ accuracy: 94.3 }).stored;
  const checks = [
    { layer: "predicate" as const, outcome: "failed" as const, diagnosis: statedReason("low") },
  ];
  const failed = { code: "check_failed" as const, diagnosis: statedReason("low"), output, checks };
  world.send({ type: "attempt_failed", ...failed, ...world.keyOf(taskId) });
  return world;
}

function skippedUpstream(world: RunWorld): RunWorld {
  world.start();
  ask(world, "skip", "x");
  return world;
}

function edit(world: RunWorld, tasks: TaskDraft[]) {
  const plan = planOf(...tasks);
  return world.edit(plan, "better so");
}

it("a result that a person supplies before any attempt counts for the first, and is read as it was written", () => {
  const world = STATES.pending?.() as RunWorld;
  expect(ask(world, "supply", "t")).toMatchObject({ ok: true });
  const reported = world.last("task_succeeded");
  expect(reported.payload).toMatchObject({ taskId: "t", attempt: 1, source: "person" });
  expect(readEvent(reported)).toEqual(reported);
});

it("an attempt that was granted and never began is not counted", () => {
  const world = STATES.failed?.() as RunWorld;
  for (const name of ["retry", "skip", "retry"] as const) ask(world, name, "t");
  expect(world.state.tasks.t).toMatchObject({ status: "pending", attempt: 2 });
});

describe("which commands a task takes in which state", () => {
  it.each<[state: string, allowed: Name[]]>([
    ["pending", ["skip", "supply"]],
    ["running", ["skip", "supply", "steer"]],
    ["waiting", ["skip", "supply"]],
    ["succeeded", []],
    ["failed", ["retry", "skip", "accept", "supply"]],
    ["skipped", ["retry", "accept", "supply"]],
    ["blocked", ["skip", "supply"]],
    ["superseded", []],
  ])("%s: %o", (state, allowed) => {
    const make = STATES[state] as () => RunWorld;
    expect(make().status("t")).toBe(state);
    const taken = (Object.keys(COMMANDS) as Name[]).filter((name) => ask(make(), name, "t").ok);
    expect(taken).toEqual(allowed);
    const { state: now } = make();
    const task = now.tasks.t as TaskState;
    const offered = new Set<string>(interventionsFor(now, task));
    if (canSteer(now, task)) offered.add("steer");
    expect(taken.every((name) => offered.has(COMMANDS[name].type))).toBe(true);
  });

  it.each(["skip", "accept", "supply"] as const)("%s needs a reason, steering a message", (name) => {
    const world = STATES.failed?.() as RunWorld;
    const blank = { ...COMMANDS[name], taskId: "t", reason: "  " } as TaskCommand;
    expect(world.send(blank, ANNA)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    const silent = { type: "steer", taskId: "t", message: " " } as const;
    const running = STATES.running?.() as RunWorld;
    expect(running.send(silent, ANNA)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  });

  it("knows no task that the run does not have, and nothing before the plan runs", () => {
    const world = worldOf([{ id: "t" }]);
    for (const name of ["skip", "steer"] as const) {
      expect(ask(world, name, "nobody")).toMatchObject({ ok: false, error: { code: "not_found" } });
    }
    const minScore = { mode: "static", minScore: 9 } as const;
    const critique = {
      by: "static" as const,
      score: 1,
      summary: "Weak.",
      gravest: [],
      findings: storeValue([]).stored,
      omitted: 0,
    };
    const gated = new RunWorld({ plan: planOf({ id: "t" }), settings: { critic: minScore }, critique });
    expect(statusOf(gated.state)).toBe("waiting");
    expect(interventionsFor(gated.state, gated.state.tasks.t as TaskState)).toEqual([]);
    expect(ask(gated, "skip", "t")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
  });

  it("a review is decided, and a gate that asks is answered: neither is given a result", () => {
    const review = worldOf([{ id: "t", type: "planning_review" }]);
    expect(interventionsFor(review.state, review.state.tasks.t as TaskState)).toEqual(["skip_task"]);
    expect(ask(review, "supply", "t")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
    const gate = started(worldOf([{ id: "t", type: "human_review" }]));
    gate.send({ type: "gate_shown", shown: value, digest: "d", prompt: "?", ...gate.keyOf("t") });
    expect(interventionsFor(gate.state, gate.state.tasks.t as TaskState)).toEqual(["skip_task"]);
    expect(ask(gate, "supply", "t")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
    expect(ask(gate, "skip", "t").ok).toBe(true);
    expect(gate.last("approval_cancelled").payload.reason).toEqual({
      code: "task_changed",
      act: "skip_task",
    });
    expect(gate.status("t")).toBe("skipped");
  });
});

describe("retrying a task", () => {
  it("lifts its halt, runs it as the next attempt, and what was blocked by it waits for it again", () => {
    const world = worldOf([
      { id: "t" },
      { id: "b", dependsOn: ["t"], input: "{{results.t}}" },
      { id: "slow" },
    ]);
    world.start();
    world.fail("t");
    expect(world.state.halt?.taskId).toBe("t");
    expect(ask(world, "retry", "t").ok).toBe(true);
    expect(world.state.halt).toBeUndefined();
    expect(world.state.openFailures).toEqual({});
    expect(world.start()).toContain("t");
    expect(world.last("task_started").payload).toEqual({ taskId: "t", attempt: 2 });
    world.succeed("t");
    expect(world.start()).toContain("b");
  });

  it("withdraws the replan that it had caused; a replan for another reason continues", () => {
    const world = worldOf([{ id: "t" }], { replanCooldownMs: 1_000 });
    world.start();
    world.fail("t");
    expect(world.state.replan?.cause.taskId).toBe("t");
    world.tick(1_000).start();
    ask(world, "retry", "t");
    expect(world.last("replan_withdrawn").payload.number).toBe(1);
    expect(world.state.replan).toBeUndefined();
    expect(world.state.counters).toMatchObject({ replans: 0, replansByLineage: { t: 0 } });
    expect(world.start()).toEqual(["t"]);
    const asked = started(worldOf([{ id: "t", critical: false }, { id: "y" }]));
    asked.fail("t");
    asked.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    ask(asked, "retry", "t");
    expect(asked.state.replan?.cause.trigger).toBe("person");
  });

  it("cancels the gates that asked what to do about the failure", () => {
    const world = worldOf([{ id: "t" }], { maxTotalReplans: 1, onBudget: "gate" });
    world.start();
    world.fail("t");
    world.start();
    const key = world.keyOfKind("replan");
    world.send({ type: "replan_unwritten", key, reason: statedReason("invalid twice"), issues: [] });
    expect(world.last("approval_opened").payload.kind).toBe("replan_failed");
    ask(world, "retry", "t");
    expect(world.state.openApprovals).toEqual({});
    world.start();
    world.fail("t");
    expect(world.last("approval_opened").payload.kind).toBe("budget");
    ask(world, "supply", "t");
    expect(world.state.openApprovals).toEqual({});
    expect(world.state.phase).toBe("finishing");
  });

  it("is refused while what it builds on is not there", () => {
    const world = STATES.blocked?.() as RunWorld;
    expect(ask(world, "retry", "t")).toMatchObject({
      ok: false,
      error: { code: "not_allowed_now", details: { upstream: "x" } },
    });
  });

  it("of one failure lets the next that nobody came to terms with govern", () => {
    const world = worldOf([{ id: "t" }, { id: "u" }, { id: "slow" }]);
    world.start();
    world.fail("t");
    world.fail("u");
    expect(world.state.openFailures).toEqual({ t: "halt", u: "halt" });
    ask(world, "retry", "t");
    expect(world.state.halt?.taskId).toBe("u");
    ask(world, "supply", "u");
    expect(world.state.halt).toBeUndefined();
    expect(world.start()).toEqual(["t"]);
  });

  it("of the failure behind a wanted replan lets an earlier one ask again", () => {
    const world = worldOf([
      { id: "t", onFailure: "replan" },
      { id: "u", onFailure: "replan" },
    ]);
    world.start();
    world.send({ type: "pause" }, ANNA);
    world.fail("t");
    world.fail("u");
    expect(world.state.replanWanted?.taskId).toBe("u");
    ask(world, "supply", "u");
    expect(world.state.replanWanted?.taskId).toBe("t");
  });
});

describe("a task that could never start", () => {
  const chain = (): RunWorld =>
    worldOf([
      { id: "x", critical: false },
      { id: "m", critical: false, dependsOn: ["x"], input: "{{results.x}}" },
      { id: "t", critical: false, dependsOn: ["m"], input: "{{results.m}}" },
      { id: "slow" },
    ]);

  it("is pending again when a result is supplied for what it needs, however far off", () => {
    const world = chain();
    world.start();
    world.fail("x");
    expect(["m", "t"].map((id) => world.status(id))).toEqual(["skipped", "skipped"]);
    ask(world, "supply", "x");
    expect(["m", "t"].map((id) => world.status(id))).toEqual(["pending", "pending"]);
    expect(world.start()).toContain("m");
    world.succeed("m");
    expect(world.start()).toContain("t");
  });

  it("stays skipped when a person skipped it", () => {
    const world = chain();
    world.start();
    ask(world, "skip", "t");
    world.fail("x");
    ask(world, "supply", "x");
    expect(["m", "t"].map((id) => world.status(id))).toEqual(["pending", "skipped"]);
  });

  it("is blocked again by another that gives no result either", () => {
    const world = worldOf([
      { id: "x", critical: false },
      { id: "z", critical: false },
      { id: "t", critical: false, dependsOn: ["x", "z"], input: "{{results.x}} {{results.z}}" },
      { id: "slow" },
    ]);
    world.start();
    world.fail("x");
    world.fail("z");
    ask(world, "supply", "x");
    expect(world.state.tasks.t).toMatchObject({ status: "skipped", blockedBy: "z" });
    ask(world, "supply", "z");
    expect(world.start()).toEqual(["t"]);
  });

  it("is given a result although its upstream failed", () => {
    const world = worldOf([
      { id: "x" },
      { id: "t", dependsOn: ["x"], input: "{{results.x}}" },
      { id: "slow" },
    ]);
    world.start();
    ask(world, "skip", "x");
    expect(world.status("t")).toBe("blocked");
    ask(world, "supply", "t");
    expect(world.state.tasks.t).toMatchObject({ status: "succeeded", result: { inline: "by hand" } });
    expect(world.state.halt).toBeUndefined();
  });
});

describe("a result that a person answers for", () => {
  it("is told with the reason, and carries who let it pass", () => {
    const world = refused(worldOf([{ id: "t", maxRetries: 0 }, { id: "y" }]));
    ask(world, "accept", "t");
    expect(world.last("result_accepted").payload).toEqual({
      taskId: "t",
      attempt: 1,
      reason: "good enough",
    });
    expect(world.last("task_succeeded").payload).toMatchObject({ source: "person", attempt: 1 });
    expect(world.state.tasks.t).toMatchObject({
      status: "succeeded",
      result: { inline: { accuracy: 94.3 } },
      endorsed: { how: "accepted", by: ANNA, reason: "good enough" },
    });
    expect(world.state.tasks.t).not.toHaveProperty("diagnosis");
  });

  it("may be what an earlier attempt left while the next is at work, which is then given up", () => {
    const world = worldOf([{ id: "t", onVerificationFailure: "retry", maxRetries: 1 }]);
    refused(world);
    world.tick(1_000).start();
    const late = world.keyOf("t");
    ask(world, "accept", "t");
    expect(world.state.tasks.t?.attempts).toMatchObject([{ outcome: "failed" }, { outcome: "aborted" }]);
    expect(world.state.inFlight).toEqual({});
    world.send({ type: "attempt_succeeded", value, checks: [], ...late });
    expect(world.last("late_result").payload).toMatchObject({ key: late.key, value: { inline: "by hand" } });
    expect(world.state.tasks.t?.result).toMatchObject({ inline: { accuracy: 94.3 } });
  });
});

describe("a word to an agent", () => {
  it("is kept with the attempt, who said it and when", () => {
    const world = STATES.running?.() as RunWorld;
    ask(world, "steer", "t");
    ask(world, "steer", "t");
    const steer = { attempt: 1, message: "only the EU", by: ANNA, at: world.now };
    expect(world.state.tasks.t?.steeringMessages).toMatchObject([steer, steer]);
  });

  it("needs an agent: programs, syntheses and reviews have none", () => {
    for (const type of ["direct", "synthesis_gate", "planning_review"] as const) {
      const world = started(worldOf([{ id: "t", type, input: "(+ 1 2)" }]));
      expect(ask(world, "steer", "t")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
    }
  });
});

describe("aborting", () => {
  it("ends the run with the reason, which it needs", () => {
    const world = worldOf([{ id: "t" }]);
    expect(world.send({ type: "abort", reason: " " }, ANNA)).toMatchObject({
      ok: false,
      error: { code: "invalid_input" },
    });
    world.send({ type: "abort", reason: "wrong customer" }, ANNA);
    expect(world.state.finished).toMatchObject({
      reason: "aborted_by_person",
      because: [statedReason("wrong customer")],
    });
    expect(ask(world, "retry", "t")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
  });
});

describe("CONTINUE at a halt", () => {
  it("settles the failures that the review saw; another one halts the run again", () => {
    const world = worldOf(
      [
        { id: "t" },
        { id: "u" },
        { id: "w" },
        { id: "r", type: "planning_review", dependsOn: ["t", "u"] },
        { id: "b", dependsOn: ["u"], input: "{{results.u}}" },
      ],
      { reviewMode: "auto" },
    );
    world.start();
    for (const id of ["t", "u", "w"]) world.fail(id);
    expect(world.start()).toEqual(["r"]);
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("r") });
    expect(world.state.openFailures).toEqual({ w: "halt" });
    expect(world.state.replan?.cause.taskId).toBe("w");
    expect(world.state.tasks.u?.tolerated).toBe(true);
  });
});
