import { describe, expect, it } from "vitest";
import { startedWorld } from "@/lib/testing/runs/budget-world";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import { initialState, transact } from "..";
import type { Command, CreateCommand } from "../commands";
import { runSettings } from "../settings";

const PLAN = planOf(
  { id: "a" },
  { id: "r", type: "planning_review", dependsOn: ["a"] },
  { id: "g", type: "human_review", dependsOn: ["r"] },
);

type Says = { code: string; message: string; details?: object };

function errorOf(world: RunWorld, command: Command): object | undefined {
  const outcome = world.send(command, ANNA);
  return outcome.ok ? undefined : outcome.error;
}

/** `a` is at work. */
const running = () => {
  const world = new RunWorld({ plan: PLAN });
  world.start();
  return world;
};

/** The review's decision is held. */
function held(): RunWorld {
  const world = new RunWorld({ plan: PLAN, settings: { reviewMode: "hold" } }).run("a");
  world.start();
  const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
  world.send({ type: "review_read", proposal, ...world.keyOf("r") });
  return world;
}

function atGate(): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review" }) });
  world.start();
  const { stored: shown } = storeValue("x");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
  return world;
}

function done(): RunWorld {
  const world = running();
  world.send({ type: "cancel" }, ANNA);
  return world;
}

const value = storeValue("mine").stored;
const raise = (limit: number): Command => ({ type: "raise_budget", counter: "maxTokens", limit });
const supply = (taskId: string): Command => ({ type: "supply_result", taskId, value, reason: "so" });
const accept = (taskId: string): Command => ({ type: "accept_result", taskId, reason: "so" });
const editOf = (plan: typeof PLAN): Command => {
  const offered = offer(plan, storePlan(PLAN).plan);
  return { type: "edit_plan", plan: offered, expectedPlanVersion: 1, reason: "so" };
};

const CASES: [string, () => RunWorld, Command, Says][] = [
  [
    "anything once the run has ended",
    done,
    { type: "pause" },
    { code: "not_allowed_now", message: "This run has ended: cancelled." },
  ],
  [
    "a pause of what is paused",
    () => {
      const world = running();
      world.send({ type: "pause" }, ANNA);
      return world;
    },
    { type: "pause" },
    { code: "not_allowed_now", message: "This run is paused already." },
  ],
  [
    "going on with what is not paused",
    running,
    { type: "resume" },
    { code: "not_allowed_now", message: "This run is not paused." },
  ],
  [
    "aborting without a word",
    running,
    { type: "abort", reason: " " },
    { code: "invalid_input", message: "Say why." },
  ],
  [
    "a command about a plan that is no longer in force",
    running,
    { type: "request_replan", instruction: "x", expectedPlanVersion: 7 },
    {
      code: "conflict",
      message: "You saw plan version 7; version 1 is in force. Look at it first.",
      details: { expected: 7, current: 1 },
    },
  ],
  [
    "a replan without an instruction",
    running,
    { type: "request_replan", instruction: " " },
    { code: "invalid_input", message: "Say what the new plan should do differently." },
  ],
  [
    "a replan of what does not run",
    () => new RunWorld(),
    { type: "request_replan", instruction: "shorter" },
    { code: "not_allowed_now", message: "Only a running plan can be replanned." },
  ],
  [
    "a second replan beside the first",
    () => {
      const world = running();
      world.send({ type: "request_replan", instruction: "shorter" }, ANNA);
      return world;
    },
    { type: "request_replan", instruction: "longer" },
    { code: "not_allowed_now", message: "A replan is under way already." },
  ],
  [
    "an edit of what does not run",
    () => new RunWorld(),
    { type: "edit_plan", plan: offer(PLAN), expectedPlanVersion: 0, reason: "so" },
    {
      code: "not_allowed_now",
      message: "Only a plan that runs or waits for approval can be edited.",
    },
  ],
  [
    "an edit that changes nothing",
    running,
    editOf(PLAN),
    { code: "invalid_input", message: "This is the plan as it is: nothing changes." },
  ],
  [
    "a word on a finding of no critique",
    running,
    { type: "review_finding", planVersion: 1, findingKey: "k", verdict: "accepted", reason: "so" },
    { code: "not_found", message: "There is no critique of a plan version 1." },
  ],
  [
    "a decision of a review that holds none",
    running,
    { type: "override_review", taskId: "r", decision: "ABORT", reason: "so", expectedPlanVersion: 1 },
    {
      code: "not_allowed_now",
      message: "No decision of this review is held: it was applied, or is not there yet.",
    },
  ],
  [
    "another decision than proposed without a reason",
    held,
    { type: "override_review", taskId: "r", decision: "ABORT", reason: " ", expectedPlanVersion: 1 },
    {
      code: "invalid_input",
      message: "The reviewer proposed CONTINUE. Say why you decide ABORT instead.",
    },
  ],
  [
    "a limit that the run does not have",
    running,
    raise(7),
    { code: "invalid_input", message: "This run has no limit “maxTokens” that could be raised." },
  ],
  [
    "a limit that is not raised",
    () => startedWorld({ maxTokens: 10 }),
    raise(10),
    {
      code: "invalid_input",
      message: "The new limit must be a whole number above 10: 0 of 10 are used.",
      details: { counter: "maxTokens", used: 0, limit: 10 },
    },
  ],
  [
    "skipping a task that the run does not have",
    running,
    { type: "skip_task", taskId: "x", reason: "so" },
    { code: "not_found", message: 'There is no task "x" in this run.' },
  ],
  [
    "changing a task of a plan that does not run",
    () => {
      const world = running();
      world.state.phase = "finishing";
      return world;
    },
    { type: "skip_task", taskId: "a", reason: "so" },
    {
      code: "not_allowed_now",
      message: "Tasks can be changed only while their plan runs.",
      details: { phase: "finishing" },
    },
  ],
  [
    "trying again what has not failed",
    running,
    { type: "retry_task", taskId: "a" },
    {
      code: "not_allowed_now",
      message: '"a" is running: a task can be retried when it failed, was skipped or was blocked.',
      details: { status: "running" },
    },
  ],
  ...[supply("r"), accept("r")].map((command): [string, () => RunWorld, Command, Says] => [
    `a result for a review (${command.type})`,
    running,
    command,
    { code: "not_allowed_now", message: '"r" is a review: decide it instead of giving it a result.' },
  ]),
  ...[supply("g"), accept("g")].map((command): [string, () => RunWorld, Command, Says] => [
    `a result for a gate that asks (${command.type})`,
    atGate,
    command,
    { code: "not_allowed_now", message: '"g" asks a person: answer its gate.' },
  ]),
];

const steer = (message: string, taskId = "a"): Command => ({ type: "steer", taskId, message });

/** `a` has failed, and `b` behind it was skipped by hand. */
function withoutResults(): RunWorld {
  const plan = planOf(
    { id: "a", maxRetries: 0, critical: false },
    { id: "y" },
    { id: "b", dependsOn: ["a"], input: "{{results.a}}", critical: false },
  );
  const world = new RunWorld({ plan });
  world.start();
  world.fail("a");
  return world;
}

CASES.push(
  [
    "a word to a task that the run does not have",
    running,
    steer("look", "x"),
    { code: "not_found", message: 'There is no task "x" in this run.' },
  ],
  [
    "a word to nobody at work",
    running,
    steer("look", "r"),
    { code: "not_allowed_now", message: 'No agent is at work on "r": it is pending.' },
  ],
  [
    "no word at all",
    running,
    steer(" "),
    { code: "invalid_input", message: "Say what the agent should consider." },
  ],
  [
    "accepting a result that no attempt left",
    withoutResults,
    accept("a"),
    {
      code: "not_allowed_now",
      message: 'No attempt of "a" left a result to accept: supply one.',
    },
  ],
  [
    "trying again what builds on a task without a result",
    withoutResults,
    { type: "retry_task", taskId: "b" },
    {
      code: "not_allowed_now",
      message: '"b" needs "a", which is failed: retry that one, or supply its result.',
      details: { upstream: "a" },
    },
  ],
);

describe("a refusal says why, and with which facts:", () => {
  it.each(CASES)("%s", (_, worldOf, command, says) => {
    expect(errorOf(worldOf(), command)).toMatchObject(says);
  });

  it("a start by a worker whose lease another has taken", () => {
    const world = running();
    expect(errorOf(world, { type: "start", keys: [], epoch: world.state.epoch - 1 })).toMatchObject({
      code: "lease_lost",
      message: "Another worker holds this run now.",
    });
  });

  it("a task that would wait for ever for one that failed", () => {
    const plan = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] });
    const edited = new RunWorld({ plan: planOf(...plan.tasks, { id: "c" }) });
    edited.start();
    edited.fail("a");
    const outcome = edited.edit(planOf(...plan.tasks, { id: "d" }), "d instead");
    expect(outcome).toMatchObject({
      error: {
        code: "invalid_plan",
        message: '"b" depends on "a", which is failed: retry that one, supply its result, or do without it.',
      },
    });
  });
});

describe("a run that is not there", () => {
  const send = (command: Command) =>
    transact(initialState("run_9"), [{ id: "c", actor: ANNA, command }], 0).outcomes[0];

  it("takes no command but its creation", () => {
    expect(send({ type: "pause" })).toMatchObject({
      error: { code: "not_found", message: "There is no such run." },
    });
  });

  it("is created once", () => {
    const create: CreateCommand = {
      type: "create",
      workspaceId: "local",
      mission: "Do it",
      tags: [],
      settings: runSettings.parse({}),
    };
    expect(send(create)).toMatchObject({ ok: true });
    expect(new RunWorld().send(create)).toMatchObject({
      error: { code: "conflict", message: "This run exists already." },
    });
  });

  it("takes no result for a task that its plan does not have", () => {
    const create: CreateCommand = {
      type: "create",
      workspaceId: "local",
      mission: "Do it",
      tags: [],
      settings: runSettings.parse({}),
      initialResults: { x: value },
    };
    expect(send(create)).toMatchObject({
      error: {
        code: "invalid_input",
        message: 'There is no task "x" in the plan that could have a result.',
      },
    });
  });
});

describe("a task that nobody has", () => {
  const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const reason = "because";
  const about = (taskId: string): Command[] => [
    { type: "retry_task", taskId },
    { type: "skip_task", taskId, reason },
    { type: "accept_result", taskId, reason },
    { type: "supply_result", taskId, reason, value: storeValue(1).stored },
    { type: "steer", taskId, message: "look" },
    { type: "override_review", taskId, reason, decision: "CONTINUE" },
    { type: "claim_review", taskId, by: { ...ANNA, roles: [], mayReview: true } },
    { type: "release_review", taskId, by: { ...ANNA, roles: [], mayReview: true } },
    { type: "decide_by_hand", taskId },
  ];

  it.each(NAMES)("is not found, whatever every object has at %s", (taskId) => {
    const world = held();
    const before = JSON.stringify(world.state);
    for (const command of about(taskId))
      expect(errorOf(world, command)).toMatchObject({
        code: /retry|skip|accept|supply|steer/.test(command.type) ? "not_found" : "not_allowed_now",
      });
    expect(JSON.stringify(world.state)).toBe(before);
  });
});
