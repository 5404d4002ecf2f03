import { describe, expect, it } from "vitest";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { ModelCallView } from "@/lib/core/views";
import { planOf, RunWorld } from "@/lib/testing/run-world";
import { costSum } from "./cost-sum";
import { evidenceOf } from "./evidence";
import { whyOf } from "./why";

const world = () =>
  structuredClone(new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) }).state);
const taskOf = (state: RunState, id: string) => state.tasks[id] as TaskState;

describe("why a task stands where it stands", () => {
  it("names what it waits for", () => {
    const state = world();
    const { text, waitsFor } = whyOf(state, taskOf(state, "b"));
    expect(text).toBe("It waits for a task:");
    expect(waitsFor.map(({ id }) => id)).toEqual(["a"]);
  });

  it("says why a ready task does not start", () => {
    const ready = (change: Partial<RunState>) => {
      const state = { ...world(), ...change } as RunState;
      Object.assign(taskOf(state, "a"), { status: "pending" });
      return whyOf(state, taskOf(state, "a")).text;
    };
    expect(ready({ phase: "planning" })).toContain("does not run yet");
    expect(ready({ paused: { since: 0, by: { kind: "system" } } })).toContain("paused");
    expect(ready({ replanWanted: { trigger: "person", reason: "x" } })).toContain("plan is replaced");
    expect(ready({ halt: { taskId: "x", at: 0, diagnosis: "d" } })).toContain("a task failed");
    expect(ready({ ready: ["a"] })).toContain("as soon as there is room");
  });

  it("says what ended it, or what is held", () => {
    const state = world();
    const say = (change: Partial<TaskState>) => whyOf(state, { ...taskOf(state, "a"), ...change }).text;
    expect(say({ status: "failed", diagnosis: "Too low" })).toBe("Too low");
    expect(say({ status: "failed", tolerated: true })).toContain("goes on without it");
    expect(say({ status: "skipped", diagnosis: undefined })).toContain("not needed");
    expect(say({ status: "superseded" })).toContain("later version");
    expect(say({ status: "waiting" })).toContain("A person");
    const proposal = { decision: "REPLAN", reasoning: "", answers: [], reviewer: "r" } as const;
    expect(say({ status: "running", heldUntil: 9, proposal: { ...proposal, answers: [] } })).toContain(
      "proposes REPLAN",
    );
  });
});

describe("evidence", () => {
  it("is a check that passed, a check that failed, a person, or honestly none", () => {
    const state = world();
    const task = { ...taskOf(state, "a"), status: "succeeded" } as TaskState;
    const verdicts = (changed: TaskState) => evidenceOf(state, changed).map(({ verdict }) => verdict);
    expect(verdicts(task)).toEqual(["none"]);
    const refused = {
      attempt: 1,
      startedAt: 0,
      steps: 1,
      code: "schema_mismatch",
      diagnosis: "no list",
    } as const;
    const checked = { ...task, attempts: [refused], spec: { ...task.spec, outputSchema: "{items}" } };
    expect(verdicts(checked)).toEqual(["failed", "passed"]);
    const decided = {
      by: { kind: "person", id: "ada", name: "Ada" },
      at: 1,
      verb: "approve",
      comment: "fine",
    };
    Object.assign(state.approvals, { g: { taskId: "a", openedSeq: 1, decided } });
    expect(evidenceOf(state, task)).toEqual([
      { verdict: "accepted", text: "Accepted by Ada: “fine”", kind: "person" },
    ]);
  });
});

it("a sum with an unknown part is unknown, never smaller", () => {
  const call = (costUsd: number | null, inputTokens: number | null) =>
    ({ costUsd, inputTokens, outputTokens: 1 }) as ModelCallView;
  expect(costSum([call(0.5, 10), call(null, 20)])).toEqual({
    usd: null,
    knownUsd: 0.5,
    inputTokens: 30,
    outputTokens: 2,
  });
  expect(costSum([call(0.5, null)])).toMatchObject({ usd: 0.5, inputTokens: null });
});
