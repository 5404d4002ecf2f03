import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Json } from "../../json";
import { storeValue } from "../../stored-value";

const [MODEL, OTHER] = ["openai:large", "anthropic:large"];

function started(tasks: TaskDraft[] = [{ id: "a" }], settings = {}): RunWorld {
  const world = new RunWorld({ plan: planOf(...tasks), settings: { modelPatienceMs: 0, ...settings } });
  world.start();
  return world;
}

type Failure = { key?: string; model?: string; message?: string };

function fail(world: RunWorld, taskId: string, { model = MODEL, ...more }: Failure = {}): void {
  const { key = world.keyOf(taskId).key, message = "no word" } = more;
  world.send({ type: "effect_failed", key, error: { code: "unavailable", message }, model });
}

/** The task's agent has had a turn of this model. */
function turn(world: RunWorld, taskId: string, model = MODEL): void {
  const at = world.keyOf(taskId);
  const call = { callId: `m${world.events.length}`, role: "agent", model, latencyMs: 1 };
  world.send({ type: "record_calls", calls: [{ ...call, taskId, attempt: at.attempt, step: 1 }] });
  world.send({ type: "step_taken", step: 1, thought: "", calls: [], observed: true, errors: 0, ...at });
}

function decide(world: RunWorld, verb: GateVerb, value?: Json) {
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  const given = value === undefined ? {} : { value: storeValue(value).stored };
  return world.send({ type: "decide_approval", approvalId, verb, ...given, provenance: "person" }, ANNA);
}

describe("an effect that failed", () => {
  it("waits twice as long each time, up to half a minute", () => {
    const world = started([{ id: "a" }], { modelRetryDelayMs: 1_000, modelPatienceMs: 1_000_000 });
    const delays: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      fail(world, "a");
      const delayMs = world.last("effect_failed").payload.notBefore - world.now;
      delays.push(delayMs);
      world.tick(delayMs).start();
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it("keeps what was said, as much of it as an event holds", () => {
    const world = started();
    fail(world, "a", { message: "x".repeat(501) });
    expect(world.last("effect_failed").payload.error).toEqual({
      code: "unavailable",
      message: "x".repeat(500),
    });
  });
});

describe("the model asked instead", () => {
  it.each([
    [undefined, '"other" needs a value: the id of the model to ask instead.'],
    ["x".repeat(201), '"other" needs a value: the id of the model to ask instead.'],
    [MODEL, "openai:large is the one that cannot be reached."],
  ])("is refused with the reason: %s", (value, message) => {
    const world = started();
    fail(world, "a");
    expect(decide(world, "other", value)).toMatchObject({ error: { code: "invalid_input", message } });
  });

  it("may have an id of 200 characters", () => {
    const world = started();
    fail(world, "a");
    expect(decide(world, "other", "x".repeat(200))).toMatchObject({ ok: true });
  });

  it("restarts the attempts that wait for the old one, and no other", () => {
    const world = started([{ id: "a" }, { id: "b" }, { id: "c" }]);
    for (const id of ["a", "b"]) turn(world, id);
    turn(world, "c", OTHER);
    fail(world, "a");
    fail(world, "c", { model: OTHER });
    decide(world, "other", "local:small");
    const restarted = world.events.filter(({ type }) => type === "attempt_restarted");
    expect(restarted.map(({ payload }) => payload)).toEqual([
      { taskId: "a", attempt: 2, reason: { code: "model_unreachable", model: MODEL } },
    ]);
  });

  it("takes up an attempt where it is, when that has no turn yet", () => {
    const world = started();
    fail(world, "a");
    decide(world, "other", OTHER);
    expect(world.types()).not.toContain("attempt_restarted");
  });

  it("restarts no attempt for an effect of another kind that failed", () => {
    const world = started([{ id: "a" }, { id: "r", type: "planning_review" }]);
    const { key } = world.keyOf("r");
    turn(world, "r");
    fail(world, "r", { key });
    decide(world, "other", OTHER);
    expect(world.types()).not.toContain("attempt_restarted");
    expect(world.state.tasks.r).toMatchObject({ status: "running", attempt: 1 });
  });
});

describe("a model found to answer again", () => {
  it("is counted by what the engine found, not by what people said or asked", () => {
    const world = started();
    fail(world, "a");
    decide(world, "retry");
    world.start();
    fail(world, "a");
    expect(world.last("approval_opened").payload.subject).toMatchObject({ revived: 0 });
  });
});
