import { describe, expect, it } from "vitest";
import { askedRun, CONTRADICTS, factsOf, refining } from "@/lib/testing/runs/refined-run";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { nextEffects } from "../effects";
import type { RunSettings } from "../settings";

const FORK: TaskDraft[] = [
  { id: "a" },
  { id: "x" },
  { id: "b", dependsOn: ["a"] },
  { id: "c", dependsOn: ["b"] },
  { id: "y", dependsOn: ["x"] },
];

const started = (world: RunWorld) =>
  world.events.flatMap((event) => (event.type === "refinement_started" ? [event.payload.about] : []));
const unneeded = (world: RunWorld) =>
  world.send({ type: "refinement_unneeded", key: world.keyOfKind("refine"), facts: factsOf({}) });
const runOf = (tasks: TaskDraft[], settings: Partial<RunSettings> = refining()) => {
  const world = new RunWorld({ plan: planOf(...tasks), settings });
  world.start();
  return world;
};

describe("the rest of the plan is looked at", () => {
  it("when a task has succeeded, in the same commit, so that nothing after it begins before", () => {
    const world = runOf(FORK);
    const before = world.events.length;
    world.succeed("a", CONTRADICTS);
    expect(world.events.slice(before).map(({ type }) => type)).toEqual([
      "task_succeeded",
      "refinement_started",
    ]);
    expect(world.last("refinement_started").payload).toEqual({
      number: 1,
      about: ["a"],
      because: [{ taskId: "a", sign: "came_to_nothing" }],
      until: world.now + 20_000,
    });
    expect(world.start()).toEqual([]);
    expect(world.keyOfKind("refine")).toBe("run_1/-/1/refine/1");
  });

  it("when a task was skipped, but not when the refinement itself skipped it", () => {
    const world = runOf(FORK);
    world.send({ type: "skip_task", taskId: "x", reason: "not now" }, ANNA);
    expect(started(world)).toEqual([["x"]]);
    world.start();
    world.send({
      type: "refinement_written",
      key: world.keyOfKind("refine"),
      facts: factsOf({ skip: ["y"] }),
    });
    expect(world.status("y")).toBe("skipped");
    expect(started(world)).toEqual([["x"]]);
  });

  it("about all that ended in between, one question at a time", () => {
    const world = runOf([...FORK, { id: "z" }, { id: "w", dependsOn: ["z"] }]);
    world.succeed("a", CONTRADICTS);
    world.succeed("x", CONTRADICTS);
    world.start();
    world.succeed("z", CONTRADICTS);
    expect(started(world)).toEqual([["a"]]);
    unneeded(world);
    expect(started(world)).toEqual([["a"], ["x", "z"]]);
  });

  it("not after a failure", () => {
    const world = runOf([
      { id: "a", maxRetries: 0, critical: false, onFailure: "stop" },
      { id: "b" },
      { id: "c", dependsOn: ["b"] },
    ]);
    world.fail("a");
    expect(started(world)).toEqual([]);
  });

  it("not where nothing is left to begin", () => {
    const world = runOf([{ id: "a" }, { id: "b" }]);
    world.succeed("a", CONTRADICTS);
    expect(started(world)).toEqual([]);
  });

  it("only after an end that contradicts what waits for it, however far behind", () => {
    const world = runOf([
      { id: "a" },
      { id: "b", dependsOn: ["a"] },
      { id: "c", dependsOn: ["b"], input: "Roll back 2.2.9" },
      { id: "x" },
    ]);
    world.succeed("x", CONTRADICTS);
    world.succeed("a", "It is 2.2.9 still");
    world.start();
    expect(started(world)).toEqual([]);
    world.succeed("b", "It is 2.3.1 now");
    expect(started(world)).toEqual([["b"]]);
  });

  it("not after a gate that had nothing to show", () => {
    const world = runOf([
      { id: "ok", type: "human_review" },
      { id: "b", dependsOn: ["ok"] },
    ]);
    const { stored: shown } = storeValue({});
    const at = world.keyOf("ok");
    world.send({ type: "gate_shown", ...at, shown, digest: "d", prompt: "Go?", fits: false });
    const { approvalId, digest } = world.last("approval_opened").payload;
    const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
    const said = { approvalId, verb: "approve", digest, provenance: "person", by } as const;
    world.send({ type: "decide_approval", ...said }, ANNA);
    expect(world.status("ok")).toBe("succeeded");
    expect(started(world)).toEqual([]);
  });

  it("after a result that a person gave in place of the planned one", () => {
    const world = runOf(FORK);
    world.send(
      { type: "supply_result", taskId: "a", value: storeValue("mine").stored, reason: "known" },
      ANNA,
    );
    expect(started(world)).toEqual([["a"]]);
  });

  it("not where it is switched off, and not at the cap", () => {
    expect(started(askedRun(FORK, {}))).toEqual([]);
    expect(started(askedRun(FORK, refining({ max: 0 })))).toEqual([]);
    const world = askedRun(FORK, refining({ max: 1 }));
    unneeded(world);
    world.succeed("x", CONTRADICTS);
    expect(started(world)).toEqual([["a"]]);
  });

  it("not before a review that comes next alone, which looks at it itself", () => {
    const world = runOf(
      [
        { id: "a" },
        { id: "d" },
        { id: "r", type: "planning_review", dependsOn: ["a", "d"] },
        { id: "b", dependsOn: ["r"] },
        { id: "c", dependsOn: ["b"] },
      ],
      { ...refining(), reviewMode: "auto" },
    );
    world.succeed("a", CONTRADICTS);
    world.succeed("d", CONTRADICTS);
    expect(started(world)).toEqual([]);
    world.start();
    const proposal = { decision: "CONTINUE" as const, reasoning: "well", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("r") });
    expect(started(world)).toEqual([]);
    world.start();
    world.succeed("b", CONTRADICTS);
    expect(started(world)).toEqual([["b"]]);
  });

  it("also where something comes next beside the review", () => {
    const world = runOf([
      { id: "a" },
      { id: "r", type: "planning_review", dependsOn: ["a"] },
      { id: "b", dependsOn: ["a"] },
    ]);
    world.succeed("a", CONTRADICTS);
    expect(started(world)).toEqual([["a"]]);
  });

  it("not while a replan is wanted or under way", () => {
    const world = runOf(FORK);
    world.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    world.succeed("a", CONTRADICTS);
    expect(started(world)).toEqual([]);
  });

  it("not while the plan waits for people, or the engine met a fault", () => {
    const faulty = runOf(FORK);
    faulty.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
    faulty.succeed("a");
    expect(started(faulty)).toEqual([]);
  });

  it("not with a spent budget", () => {
    const world = runOf(FORK, { ...refining(), maxTokens: 1, onBudget: "gate" });
    const { key } = world.keyOf("x");
    world.send({ type: "reserve", key, reservationId: "r", tokens: 5 });
    expect(world.state.ledger.exhaustedLimit).toBeDefined();
    world.succeed("a", CONTRADICTS);
    expect(started(world)).toEqual([]);
  });

  it("not about a task that has begun again in the meantime", () => {
    const world = runOf(FORK);
    world.send({ type: "pause" }, ANNA);
    world.send({ type: "skip_task", taskId: "x", reason: "not now" }, ANNA);
    world.send({ type: "retry_task", taskId: "x" }, ANNA);
    world.send({ type: "resume" }, ANNA);
    expect(started(world)).toEqual([]);
  });
});

describe("while it is looked at", () => {
  it("nothing waits unless that is set, and what has begun stays as it is", () => {
    const world = askedRun(FORK, refining({ wait: false }));
    expect(world.keyOfKind("refine")).toBe("run_1/-/1/refine/1");
    expect(world.status("b")).toBe("running");
    const before = world.events.length;
    world.send({
      type: "refinement_written",
      key: world.keyOfKind("refine"),
      facts: factsOf({ skip: ["b"] }),
    });
    expect(world.events).toHaveLength(before);
    world.send({
      type: "refinement_written",
      key: world.keyOfKind("refine"),
      facts: factsOf({ skip: ["c"] }),
    });
    expect(world.status("c")).toBe("skipped");
  });

  it("only what comes right after waits, and takes no place of others", () => {
    const world = runOf(FORK, { ...refining(), maxConcurrency: 1 });
    world.succeed("a", CONTRADICTS);
    expect(world.start()).toEqual(["x"]);
    unneeded(world);
    world.succeed("x", CONTRADICTS);
    expect(started(world)).toEqual([["a"], ["x"]]);
    expect(world.start()).toEqual(["b"]);
  });

  it("others wait until then and no longer: a late answer changes nothing", () => {
    const world = askedRun(FORK, refining({ timeoutMs: 5_000 }));
    const key = world.keyOfKind("refine");
    const until = world.now + 5_000;
    expect(nextEffects(world.state)).toContainEqual({ kind: "wake", key: "run_1/refine", at: until });
    world.tick(4_999);
    expect(world.start()).toEqual([]);
    world.tick(1);
    expect(world.last("refined").payload).toEqual({ number: 1, outcome: "timed_out" });
    expect(world.start()).toEqual(["b"]);
    world.send({ type: "refinement_written", key, facts: factsOf({ skip: ["c"] }) });
    expect(world.last("late_result").payload.key).toBe(key);
    expect(world.status("c")).toBe("pending");
  });

  it("a wish for another plan, a halt and another version come first", () => {
    const wished = askedRun(FORK);
    wished.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    expect(wished.last("refined").payload).toMatchObject({
      outcome: "withdrawn",
      reason: { code: "replan_comes_first" },
    });
    expect(wished.keyOfKind("refine")).toBe("none");
    const halted = runOf([...FORK, { id: "z", maxRetries: 0 }]);
    halted.succeed("a", CONTRADICTS);
    halted.fail("z");
    expect(halted.last("refined").payload.outcome).toBe("withdrawn");
    const edited = askedRun(FORK);
    edited.edit(planOf(...FORK, { id: "n" }), "one more");
    expect(edited.last("refined").payload).toMatchObject({
      outcome: "withdrawn",
      reason: { code: "plan_outdated", planVersion: 2 },
    });
  });

  it("a result that is made again leaves nothing to ask about", () => {
    const world = runOf(FORK);
    world.send({ type: "skip_task", taskId: "x", reason: "not now" }, ANNA);
    world.send({ type: "retry_task", taskId: "x" }, ANNA);
    expect(world.last("refined").payload).toMatchObject({ reason: { code: "result_reopened" } });
  });

  it("a pause drops the question, which is asked again when the run continues", () => {
    const world = askedRun(FORK);
    world.send({ type: "pause" }, ANNA);
    expect(world.last("refined").payload).toMatchObject({ reason: { code: "run_paused" } });
    expect(world.state.inFlight).not.toHaveProperty("run_1/-/1/refine/1");
    world.succeed("x", CONTRADICTS);
    expect(started(world)).toHaveLength(1);
    world.send({ type: "resume" }, ANNA);
    expect(started(world)).toEqual([["a"], ["a", "x"]]);
  });

  it("the end of the run, or of its plan, drops it", () => {
    const cancelled = askedRun(FORK);
    cancelled.send({ type: "cancel" }, ANNA);
    expect(cancelled.state.phase).toBe("ended");
    expect(cancelled.state.refinements).toMatchObject({ ended: [], entries: [{ status: "withdrawn" }] });
    expect(cancelled.state.refinements).not.toHaveProperty("asked");
    const skipped = askedRun([{ id: "a" }, { id: "b", dependsOn: ["a"] }]);
    skipped.send({ type: "skip_task", taskId: "b", reason: "enough" }, ANNA);
    expect(skipped.keyOfKind("refine")).toBe("none");
    expect(skipped.state.phase).not.toBe("executing");
  });

  it("a fork asks again", () => {
    const world = askedRun(FORK);
    const fork = world.fork(world.events.length);
    expect(fork.state.refinements?.entries).toMatchObject([
      { number: 1, status: "withdrawn", reason: { code: "asked_in_fork" } },
      { number: 2, about: ["a"], status: "asked" },
    ]);
    fork.start();
    expect(fork.keyOfKind("refine")).toBe("run_2/-/2/refine/1");
    const plain = runOf(FORK);
    expect(plain.fork(plain.events.length).state).not.toHaveProperty("refinements");
  });

  it("a budget that runs out before it has begun gives it up", () => {
    const world = runOf(FORK, { ...refining(), maxTokens: 1, onBudget: "gate" });
    world.succeed("a", CONTRADICTS);
    world.send({ type: "reserve", key: world.keyOf("x").key, reservationId: "r", tokens: 5 });
    expect(world.last("refined").payload).toMatchObject({
      outcome: "failed",
      reason: { code: "no_room_for_call" },
    });
  });

  it("another worker asks once more, under the same key", () => {
    const world = askedRun(FORK);
    const key = world.keyOfKind("refine");
    world.send({ type: "take_lease", workerId: "w2" });
    expect(world.start()).not.toContain("b");
    expect(world.keyOfKind("refine")).toBe(key);
    unneeded(world);
    expect(started(world)).toHaveLength(1);
  });

  it("a model that cannot be reached leaves the plan as it is, and asks nobody", () => {
    const world = askedRun(FORK, { ...refining(), modelPatienceMs: 0 });
    const error = { code: "auth", message: "no key" };
    world.send({ type: "effect_failed", key: world.keyOfKind("refine"), error });
    expect(world.last("refined").payload).toMatchObject({
      outcome: "failed",
      reason: { code: "model_failed" },
    });
    expect(world.types()).not.toContain("approval_opened");
    expect(world.start()).toContain("b");
  });
});

it("results that came with the run are looked at when it begins", () => {
  const { stored } = storeValue(CONTRADICTS);
  const world = new RunWorld({ plan: planOf(...FORK), settings: refining(), initialResults: { a: stored } });
  expect(started(world)).toEqual([["a"]]);
});
