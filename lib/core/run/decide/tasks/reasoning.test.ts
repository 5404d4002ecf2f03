import { describe, expect, it } from "vitest";
import { storeValue } from "@/lib/core/stored-value";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { needsWorker, nextEffects, statusOf } from "../..";

const SAID = {
  reasoning: "It was never tried.",
  expectedOutcome: "97 %",
  alternatives: ["Guess."],
  confidence: 0.7,
};
const started = (tasks: TaskDraft[], settings: object = {}): RunWorld => {
  const world = new RunWorld({ plan: planOf(...tasks), settings: { reasoning: true, ...settings } });
  world.start();
  return world;
};
const inFlight = ({ state }: RunWorld) => Object.values(state.inFlight).map(({ kind }) => kind);
const keyOf = (world: RunWorld, id = "a") => `${world.state.runId}/${id}/1/reason_task/1`;
const say = (world: RunWorld, id = "a") =>
  world.send({ type: "task_reasoned", key: keyOf(world, id), taskId: id, said: SAID });
const reasoned = (world: RunWorld) => world.events.filter(({ type }) => type === "task_reasoned").length;

describe("what is expected of an agent's task", () => {
  it("is asked for with the start of its first attempt, in the same commit, and kept with the task", () => {
    const world = started([{ id: "a" }]);
    expect(inFlight(world)).toEqual(["run_attempt", "reason_task"]);
    expect(world.types()).toEqual(expect.arrayContaining(["effects_started", "task_started"]));
    expect(world.types().filter((type) => type === "effects_started")).toHaveLength(1);
    say(world);
    expect(world.state.tasks.a?.reasoned).toEqual({ said: SAID });
    expect(inFlight(world)).toEqual(["run_attempt"]);
    expect(world.state.reasoning).toEqual([]);
  });

  it.each<[string, TaskDraft]>([
    ["a program", { id: "a", type: "direct", input: "(+ 1 1)" }],
    ["a synthesis gate", { id: "a", type: "synthesis_gate" }],
    ["a review", { id: "a", type: "planning_review", review: { focus: "?" } }],
    ["a human gate", { id: "a", type: "human_review", gate: { prompt: "May it?" } }],
  ])("is not asked for of %s", (_, task) => {
    expect(inFlight(started([task]))).not.toContain("reason_task");
  });

  it("is not asked for where the run does not want it", () => {
    expect(inFlight(started([{ id: "a" }], { reasoning: false }))).toEqual(["run_attempt"]);
  });

  it("is asked for beside the details that are written first", () => {
    expect(inFlight(started([{ id: "a" }], { detailOnDemand: true }))).toEqual(["detail", "reason_task"]);
  });

  it("takes no place of another task, and is asked for no more often at a time than tasks may run", () => {
    const world = started([{ id: "a" }, { id: "b" }, { id: "c" }], { maxConcurrency: 2 });
    expect(inFlight(world)).toEqual(["run_attempt", "run_attempt", "reason_task", "reason_task"]);
    world.succeed("a");
    world.start();
    expect(Object.keys(world.state.inFlight).sort()).toEqual(
      [world.keyOf("b").key, world.keyOf("c").key, keyOf(world), keyOf(world, "b")].sort(),
    );
    expect(world.state.reasoning).toEqual(["a", "b", "c"]);
    say(world);
    world.start();
    expect(world.state.inFlight[keyOf(world, "c")]).toBeDefined();
  });
});

describe("an attempt that ends first", () => {
  it("leaves the question open while the run works and finishes", () => {
    const world = started([{ id: "a" }], { summarizer: "on" });
    world.succeed("a");
    expect(world.state.phase).toBe("finishing");
    expect(inFlight(world)).toEqual(["reason_task"]);
    world.start();
    expect(inFlight(world)).toEqual(["reason_task", "summarize"]);
    say(world);
    expect(world.state.tasks.a?.reasoned).toEqual({ said: SAID });
  });

  it("is not asked about again when it is tried again", () => {
    const world = started([{ id: "a", maxRetries: 1, onFailure: "retry" }]);
    say(world);
    world.fail("a");
    world.tick(1_000).start();
    expect(inFlight(world)).toEqual(["run_attempt"]);
  });

  it("does not keep the run from its end: what was not said by then is unknown", () => {
    const world = started([{ id: "a" }, { id: "b" }]);
    say(world);
    world.send({ type: "cancel" }, ANNA);
    expect(world.state.finished?.reason).toBe("cancelled");
    const problem = { code: "run_ended", finishReason: "cancelled" };
    expect(world.state.tasks.b?.reasoned).toEqual({ said: null, problem });
    expect(world.state.tasks.a?.reasoned).toEqual({ said: SAID });
    say(world, "b");
    expect(world.last("late_result").payload.kind).toBe("task_reasoned");
    expect(nextEffects(world.state)).toEqual([]);
  });

  it("is given up with the outcome, before the run is looked back on", () => {
    const retrospect = { enabled: true, minTasks: 1, below: 1 };
    const world = started([{ id: "a" }], { retrospect });
    world.succeed("a");
    world.start();
    const value = storeValue("All is done.").stored;
    world.send({ type: "answer_ready", key: world.keyOfKind("answer"), value });
    expect(world.state.phase).toBe("retrospect");
    expect(world.state.tasks.a?.reasoned?.said).toBeNull();
    world.start();
    expect(inFlight(world)).toEqual(["retrospect"]);
  });
});

describe("a reasoner that cannot be reached", () => {
  it("leaves nothing said, and neither waits nor asks a person", () => {
    const world = started([{ id: "a" }], { modelPatienceMs: 0 });
    const error = { code: "unavailable", message: "503" };
    world.send({ type: "effect_failed", key: keyOf(world), error });
    const problem = { code: "model_failed", failure: "unavailable", text: "503" };
    expect(world.state.tasks.a).toMatchObject({ status: "running", reasoned: { said: null, problem } });
    expect(world.state).toMatchObject({ faults: {}, openApprovals: {} });
    expect(inFlight(world)).toEqual(["run_attempt"]);
  });

  it("is asked again after the worker was lost, and the attempt as if it were not there", () => {
    const world = started([{ id: "a" }]);
    world.send({ type: "take_lease", workerId: "w2" });
    world.start();
    expect(inFlight(world)).toEqual(["run_attempt", "reason_task"]);
    world.succeed("a", "done");
    say(world);
    expect(world.state.tasks.a).toMatchObject({ status: "succeeded", attempt: 1, reasoned: { said: SAID } });
    expect(reasoned(world)).toBe(1);
  });

  it("has no call made where a limit leaves room later or never, and does not wait for it", () => {
    const world = started([{ id: "a" }], { maxTokens: 1_000 });
    const reserve = { type: "reserve", advisory: true, tokens: 600 } as const;
    world.send({ ...reserve, key: world.keyOf("a").key, reservationId: "r1" });
    world.send({ ...reserve, key: keyOf(world), reservationId: "r2" });
    expect(world.state.ledger.queued).toEqual({});
    expect(inFlight(world)).toEqual(["run_attempt", "reason_task"]);
    expect(world.state.ledger.reservations).not.toHaveProperty("r2");
  });
});

describe("a run with a reasoner at work", () => {
  it("waits for a person where nothing else can move, and keeps its worker", () => {
    const gate: TaskDraft = { id: "ok", type: "human_review", gate: { prompt: "May it?" }, dependsOn: ["a"] };
    const world = started([{ id: "a" }, gate]);
    world.succeed("a");
    world.start();
    const shown = storeValue("?").stored;
    world.send({ type: "gate_shown", ...world.keyOf("ok"), shown, digest: "d", prompt: "?" });
    expect(inFlight(world)).toEqual(["reason_task"]);
    expect([statusOf(world.state), needsWorker(world.state)]).toEqual(["waiting", true]);
    say(world);
    expect([statusOf(world.state), needsWorker(world.state)]).toEqual(["waiting", false]);
  });

  it("finishes for a spent budget without waiting for it", () => {
    const world = started([{ id: "a" }], { maxTokens: 100, onBudget: "finish", summarizer: "on" });
    world.succeed("a", "done");
    const reserve = { type: "reserve", reservationId: "r1", tokens: 600 } as const;
    world.start();
    world.send({ ...reserve, key: world.keyOfKind("summarize") });
    expect(world.state.ledger.closing).toBe("maxTokens");
  });

  it("keeps what was said in its forks, and asks there for what was not", () => {
    const world = started([{ id: "a" }, { id: "b" }]);
    say(world);
    const fork = world.fork(world.state.seq);
    fork.start();
    expect(fork.state.tasks.a?.reasoned).toEqual({ said: SAID });
    expect(fork.state.inFlight).not.toHaveProperty([keyOf(fork)]);
    expect(fork.state.inFlight[keyOf(fork, "b")]).toBeDefined();
  });

  it("counts no attempt of a fork that only the reasoner was at work on", () => {
    const world = started([{ id: "a", maxRetries: 1, onFailure: "retry" }]);
    world.fail("a");
    const fork = world.fork(world.state.seq);
    expect(fork.state.tasks.a?.attempt).toBe(2);
  });
});
