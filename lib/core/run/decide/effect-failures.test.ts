import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { questionOf } from "@/lib/testing/runs/question-of";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Json } from "../../json";
import { json } from "../../json-schemas";
import { storeValue } from "../../stored-value";
import { statusOf } from "../effects/status-of";
import { statedReason } from "../reasons";

const MODEL = "openai:large";
const OTHER = "anthropic:large";
const SYSTEM = { kind: "system" } as const;

function started(tasks: TaskDraft[] = [{ id: "a" }], settings = {}) {
  const world = new RunWorld({ plan: planOf(...tasks), settings: { modelPatienceMs: 60_000, ...settings } });
  world.start();
  return world;
}

/** The task's effect fails because of a model. */
function fail(world: RunWorld, taskId = "a", { code = "unavailable", model = MODEL } = {}) {
  const { key } = world.keyOf(taskId);
  return world.send({ type: "effect_failed", key, error: { code, message: "no word" }, model });
}

/** The task's agent has had a turn of the model. */
function turn(world: RunWorld, taskId = "a", model = MODEL) {
  const at = world.keyOf(taskId);
  const call = { callId: `m${world.events.length}`, role: "agent", model, latencyMs: 1 };
  world.send({ type: "record_calls", calls: [{ ...call, taskId, attempt: at.attempt, step: 1 }] });
  world.send({ type: "step_taken", step: 1, thought: "", calls: [], observed: true, errors: 0, ...at });
}

const gatesOf = (world: RunWorld) =>
  Object.values(world.state.approvals).filter(({ kind }) => kind === "model_unavailable");

function decide(world: RunWorld, verb: GateVerb, value?: Json) {
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  const given = value === undefined ? {} : { value: storeValue(json.parse(value)).stored };
  return world.send({ type: "decide_approval", approvalId, verb, ...given, provenance: "person" }, ANNA);
}

/** What a worker says when the model of the open gate has answered it. */
function revive(world: RunWorld) {
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  const comment = `${MODEL} answers again`;
  return world.send(
    { type: "decide_approval", approvalId, verb: "retry", comment, provenance: "auto" },
    SYSTEM,
  );
}

describe("patience", () => {
  it.each(["unavailable", "timeout", "rate_limited", "quota", "cut_stream"])(
    "%s is waited out until the patience of the run is at its end",
    (code) => {
      const world = started();
      fail(world, "a", { code });
      expect(gatesOf(world)).toEqual([]);
      world.tick(59_999);
      world.start();
      fail(world, "a", { code });
      expect(gatesOf(world)).toEqual([]);
      world.tick(2_000);
      world.start();
      fail(world, "a", { code });
      expect(gatesOf(world)).toMatchObject([
        {
          verbs: ["retry", "other", "abort"],
          subject: { model: MODEL, code, said: "no word", since: 1_000, failures: 3, revived: 0 },
        },
      ]);
      expect(questionOf(gatesOf(world)[0])).toContain(
        `${MODEL} cannot be reached. Its provider: no word (${code}).`,
      );
      expect(statusOf(world.state)).toBe("waiting");
    },
  );

  it.each([
    ["auth", "cannot be reached"],
    ["unknown_model", "cannot be reached"],
    ["bad_request", "does not take this request"],
    ["context_overflow", "does not take this request"],
  ])("%s is asked about at once", (code, words) => {
    const world = started();
    fail(world, "a", { code });
    expect(questionOf(gatesOf(world)[0])).toContain(`${MODEL} ${words}. Its provider: no word (${code}).`);
  });

  it("what is no model's failure offers no other model", () => {
    const world = started([{ id: "a" }], { modelPatienceMs: 0 });
    const { key } = world.keyOf("a");
    world.send({ type: "effect_failed", key, error: { code: "deadline", message: "too slow" } });
    expect(gatesOf(world)).toMatchObject([{ verbs: ["retry", "abort"] }]);
    expect(questionOf(gatesOf(world)[0])).toContain("This keeps timing out");
    expect(decide(world, "other", OTHER)).toMatchObject({ ok: false });
    const broken = started([{ id: "a" }], { modelPatienceMs: 0 });
    const error = { code: "error", message: "odd" };
    broken.send({ type: "effect_failed", key: broken.keyOf("a").key, error });
    expect(questionOf(gatesOf(broken)[0])).toContain("This work cannot be done (error: odd)");
  });

  it("one gate asks for all work of the run, and nothing of it burns an attempt or a replan", () => {
    const world = started([{ id: "a" }, { id: "b" }], { modelPatienceMs: 0 });
    fail(world, "a");
    fail(world, "b", { model: OTHER });
    expect(gatesOf(world)).toHaveLength(1);
    expect(world.tick(1_000_000).startable()).toEqual([]);
    decide(world, "retry");
    expect(world.start()).toEqual(["a", "b"]);
    expect(world.state.counters).toMatchObject({ attempts: 2, replans: 0 });
    world.succeed("a");
    world.succeed("b");
    expect(world.state.faults).toEqual({});
  });
});

describe("a model that answers again", () => {
  it("closes the gate by itself, and what waited for it continues", () => {
    const world = started([{ id: "a" }, { id: "b" }], { modelPatienceMs: 0 });
    fail(world, "a");
    fail(world, "b", { model: OTHER });
    expect(revive(world)).toMatchObject({ ok: true });
    expect(gatesOf(world)[0]?.decided).toMatchObject({ by: SYSTEM, verb: "retry", provenance: "auto" });
    expect(world.start()).toEqual(["a"]);
    expect(Object.values(world.state.faults)).toMatchObject([{ model: OTHER }]);
  });

  it("is looked for ever less often when it fails again each time", () => {
    const world = started([{ id: "a" }], { modelPatienceMs: 0 });
    for (const revived of [0, 1, 2]) {
      fail(world);
      expect(gatesOf(world).at(-1)?.subject).toMatchObject({ revived });
      revive(world);
      world.start();
    }
    fail(world, "a", { model: OTHER });
    expect(gatesOf(world).at(-1)?.subject).toMatchObject({ model: OTHER, revived: 0 });
  });
});

describe("another model", () => {
  it.each([undefined, "", 7, "x".repeat(300), MODEL])("cannot be %s", (value) => {
    const world = started([{ id: "a" }], { modelPatienceMs: 0 });
    fail(world);
    expect(decide(world, "other", value)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(statusOf(world.state)).toBe("waiting");
  });

  it("is asked wherever the run would have asked the one that cannot be reached", () => {
    const world = started([{ id: "a" }, { id: "b" }], { modelPatienceMs: 0 });
    fail(world, "a");
    decide(world, "other", ` ${OTHER} `);
    expect(world.last("model_replaced").payload).toMatchObject({ model: MODEL, by: OTHER });
    expect(world.state.replacementModels).toEqual({ [MODEL]: OTHER });
    expect(world.start()).toEqual(["a"]);
    expect(world.state.tasks.a?.attempt).toBe(1);
    // A call that was on its way to the old model fails later: it comes again, with the new one, and asks nobody.
    fail(world, "b");
    expect(gatesOf(world)).toHaveLength(1);
    expect(world.state.tasks.b).toMatchObject({ status: "running", attempt: 1 });
  });

  it("may be replaced in turn, and the first one be asked again: replacements are no circle", () => {
    const world = started([{ id: "a" }], { modelPatienceMs: 0 });
    for (const [model, by] of [
      [MODEL, OTHER],
      [OTHER, "local:small"],
      ["local:small", MODEL],
    ] as const) {
      fail(world, "a", { model });
      decide(world, "other", by);
      world.start();
    }
    expect(world.state.replacementModels).toEqual({ [OTHER]: "local:small", "local:small": MODEL });
  });

  it("restarts an attempt that had turns of the old one, without burning a retry", () => {
    const world = started([{ id: "a", maxRetries: 1, onFailure: "retry" }], { modelPatienceMs: 0 });
    turn(world);
    fail(world);
    decide(world, "other", OTHER);
    expect(world.last("attempt_restarted").payload).toMatchObject({ taskId: "a", attempt: 2 });
    expect(world.state.tasks.a?.attempts).toMatchObject([
      { attempt: 1, outcome: "aborted", model: MODEL },
      { attempt: 2, steps: 0 },
    ]);
    expect(world.start()).toEqual(["a"]);
    world.send({
      type: "attempt_failed",
      code: "error",
      diagnosis: statedReason("odd"),
      checks: [],
      ...world.keyOf("a"),
    });
    expect(world.last("task_retried").payload).toMatchObject({ attempt: 3, attempts: 3 });
    world.tick(1_000);
    world.start();
    world.send({
      type: "attempt_failed",
      code: "error",
      diagnosis: statedReason("odd"),
      checks: [],
      ...world.keyOf("a"),
    });
    expect(world.state.tasks.a?.status).toBe("failed");
  });

  it("restarts an attempt whose next turn finds the old one still away", () => {
    const world = started([{ id: "a" }, { id: "b" }], { modelPatienceMs: 0 });
    turn(world, "b");
    fail(world, "a");
    decide(world, "other", OTHER);
    expect(world.state.tasks.b?.attempt).toBe(1);
    fail(world, "b");
    expect(world.state.tasks.b).toMatchObject({ status: "running", attempt: 2, modelChanges: 1 });
    expect(Object.values(world.state.faults)).toEqual([]);
  });

  it("leaves attempts alone that are another model's, and failed requests tell nothing of whose they are", () => {
    const world = started([{ id: "a" }], { modelPatienceMs: 0 });
    turn(world, "a", OTHER);
    const { taskId, attempt } = world.keyOf("a");
    const call = {
      callId: "m",
      role: "agent",
      model: MODEL,
      latencyMs: 1,
      taskId,
      attempt,
      failure: "timeout" as const,
    };
    world.send({ type: "record_calls", calls: [call, { ...call, callId: "n", role: "verification" }] });
    fail(world);
    decide(world, "other", "local:small");
    expect(world.state.tasks.a).toMatchObject({ attempt: 1, attempts: [{ model: OTHER }] });
  });
});

it("aborting ends the run", () => {
  const world = started([{ id: "a" }], { modelPatienceMs: 0 });
  fail(world);
  decide(world, "abort");
  expect(world.state.finished?.reason).toBe("aborted_by_person");
});
