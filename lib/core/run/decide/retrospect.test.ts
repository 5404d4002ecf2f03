import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Assessment } from "../../retrospect/rules";
import { storeValue } from "../../stored-value";
import { statusOf } from "..";
import { needsWorker, wakeAt } from "../effects/status-of";
import { retrospectEndsAt } from "../retrospects";
import type { RunSettings } from "../settings";

const ASSESSMENT: Assessment = {
  goalAchieved: "partial",
  efficiency: 0.5,
  unnecessaryTasks: ["b"],
  workedWell: ["a"],
  improvements: ["Ask first."],
  lesson: "Ask for the budget first.",
};

type Options = {
  tasks?: TaskDraft[];
  retrospect?: Partial<RunSettings["retrospect"]>;
  settings?: Partial<RunSettings>;
};

function begun({ tasks = [{ id: "a" }, { id: "b" }], retrospect = {}, settings = {} }: Options = {}) {
  const world = new RunWorld({
    plan: planOf(...tasks),
    settings: {
      summarizer: "on",
      retrospect: { enabled: true, minTasks: 2, below: 0.7, ...retrospect },
      ...settings,
    },
  });
  world.start();
  return world;
}

/** Its summary is written, of this quality. */
function answered(world: RunWorld, qualityScore = 0.9): RunWorld {
  world.start();
  const finalAnswer = storeValue("The answer.").stored;
  const summary = { finalAnswer, qualityScore, qualityReasoning: "", needReplan: false, replanReason: "" };
  world.send({
    type: "summary_written",
    key: world.keyOfKind("summarize"),
    summary: { ...summary, usedEvidence: [] },
  });
  return world;
}

const lookingBack = (options: Options = {}) => {
  const world = answered(begun(options).run("a", "b"), 0.2);
  world.start();
  return world;
};

const assess = (world: RunWorld, key = world.keyOfKind("retrospect")) =>
  world.send({ type: "run_assessed", key, assessment: ASSESSMENT });

describe("a run whose outcome stands", () => {
  it("is looked back on before it ends, and its outcome can be seen in the meantime", () => {
    const world = lookingBack();
    const { state } = world;
    expect(state.phase).toBe("retrospect");
    expect(statusOf(state)).toBe("completed");
    expect(state.answer?.preview).toBe("The answer.");
    expect(Object.values(state.inFlight)).toMatchObject([{ kind: "retrospect" }]);
    expect(needsWorker(state)).toBe(true);
    const outcome = world.last("outcome_reached");
    world.tick(7_000);
    assess(world);
    expect(state.phase).toBe("ended");
    expect(state.retrospect).toEqual(ASSESSMENT);
    expect(world.last("run_finished").payload).toEqual(outcome.payload);
    expect(state.finished).toEqual({ reason: "answer_complete", at: outcome.at });
    expect(state).not.toHaveProperty("outcome");
  });

  it("does not have the time of it on its clock", () => {
    const world = lookingBack();
    const { activeMs } = world.state.ledger;
    world.tick(9_000);
    assess(world);
    expect(world.state.ledger.activeMs).toBe(activeMs);
  });

  it("takes no command of a person any more, and no result of its tasks", () => {
    const world = begun();
    const late = world.keyOf("a");
    world.run("b").send({ type: "abort", reason: "enough" }, ANNA);
    for (const type of ["cancel", "pause"] as const)
      expect(world.send({ type }, ANNA)).toMatchObject({ error: { code: "not_allowed_now" } });
    world.send({ type: "attempt_succeeded", ...late, value: storeValue("x").stored, checks: [] });
    expect(world.last("late_result").payload.kind).toBe("attempt_succeeded");
    expect(world.state.phase).toBe("retrospect");
  });

  it("ends by what can be counted when the model takes too long", () => {
    const world = lookingBack();
    const endsAt = retrospectEndsAt(world.state) as number;
    expect(wakeAt(world.state)).toBe(endsAt);
    world.tick(endsAt - world.now - 1);
    expect(world.state.phase).toBe("retrospect");
    const key = world.keyOfKind("retrospect");
    world.tick(1);
    expect(world.state.retrospect).toMatchObject({
      goalAchieved: "yes",
      efficiency: 1,
      byRule: { code: "model_failed", failure: "timeout" },
    });
    expect(world.state.phase).toBe("ended");
    assess(world, key);
    expect(world.last("late_result").payload.kind).toBe("run_assessed");
  });

  it("ends likewise when the model cannot be reached, and asks nobody", () => {
    const world = lookingBack({ settings: { modelPatienceMs: 0 } });
    const error = { code: "auth", message: "no key" };
    world.send({ type: "effect_failed", key: world.keyOfKind("retrospect"), error });
    expect(world.last("retrospected").payload).toMatchObject({
      byRule: { code: "model_failed", failure: "auth", text: "no key" },
    });
    expect(world.types()).not.toContain("approval_opened");
    expect(world.state.phase).toBe("ended");
  });

  it("ends likewise after a fault of the engine", () => {
    const world = lookingBack();
    world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
    expect(world.types().slice(-3)).toEqual(["engine_fault", "retrospected", "run_finished"]);
  });

  it("is looked back on by the next worker when one is lost", () => {
    const world = lookingBack();
    world.send({ type: "take_lease", workerId: "other" });
    expect(world.state.inFlight).toEqual({});
    world.start();
    assess(world);
    expect(world.state.phase).toBe("ended");
  });

  it("cannot be forked there any more", () => {
    const world = lookingBack();
    const fork = world.fork(world.state.seq);
    expect(fork.types()).not.toContain("run_forked");
  });
});

describe("a run is not looked back on", () => {
  const skipped = (world: RunWorld) => {
    expect(world.state.phase).toBe("ended");
    return world.state.retrospect;
  };

  it("where nobody asked for it", () => {
    const world = answered(begun({ retrospect: { enabled: false } }).run("a", "b"));
    expect(skipped(world)).toBeUndefined();
    expect(world.types()).not.toContain("outcome_reached");
  });

  it("when it was cancelled", () => {
    const world = begun().run("a");
    world.send({ type: "cancel" }, ANNA);
    expect(skipped(world)).toEqual({ skipped: "cancelled" });
  });

  it("without any result", () => {
    const world = begun();
    world.send({ type: "abort", reason: "wrong mission" }, ANNA);
    expect(skipped(world)).toEqual({ skipped: "no_results" });
  });

  it("with fewer tasks than it takes", () => {
    const few = answered(begun({ retrospect: { minTasks: 3 } }).run("a", "b"), 0.1);
    expect(skipped(few)).toEqual({ skipped: "few_tasks" });
  });

  it("when its answer is good and nothing went wrong", () => {
    expect(skipped(answered(begun().run("a", "b"), 0.7))).toEqual({ skipped: "good_enough" });
  });
});

describe("a good answer is looked back on all the same", () => {
  it("after a task had failed", () => {
    const world = begun({
      tasks: [{ id: "a" }, { id: "b", critical: false, onFailure: "stop", maxRetries: 0 }],
    });
    world.run("a").fail("b");
    expect(answered(world, 1).state.phase).toBe("retrospect");
  });

  it("when a person had taken something in hand", () => {
    const world = begun();
    world.send(
      { type: "supply_result", taskId: "a", value: storeValue("mine").stored, reason: "known" },
      ANNA,
    );
    world.run("b");
    expect(answered(world, 1).state.phase).toBe("retrospect");
  });

  it("when it was aborted, for of its quality nothing is known", () => {
    const world = begun().run("a");
    world.send({ type: "abort", reason: "enough" }, ANNA);
    expect(world.state).toMatchObject({ phase: "retrospect", outcome: { reason: "aborted_by_person" } });
    expect(statusOf(world.state)).toBe("aborted");
  });
});
