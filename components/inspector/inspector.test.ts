import { describe, expect, it } from "vitest";
import type { Check } from "@/lib/core/run/events/checks";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { ModelCallView } from "@/lib/core/views";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { costSum } from "./costs";
import { evidenceOf } from "./evidence";
import { statusReason, successorsOf } from "./status-reason";

const world = () =>
  structuredClone(new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) }).state);
const taskOf = (state: RunState, id: string) => state.tasks[id] as TaskState;

describe("a result that a person answers for", () => {
  it("has them and their reason among its evidence", () => {
    const state = world();
    const by = { kind: "person", id: "ada", name: "Ada" } as const;
    const endorsed = { how: "supplied", by, at: 1, reason: "measured" } as const;
    const task: TaskState = { ...taskOf(state, "a"), status: "succeeded", endorsed };
    expect(evidenceOf(state, task)).toEqual([
      { verdict: "accepted", text: "Supplied by Ada: “measured”", kind: "person" },
    ]);
  });
});

describe("why a task stands where it stands", () => {
  it("names what it waits for", () => {
    const state = world();
    const { text, waitsFor } = statusReason(state, taskOf(state, "b"));
    expect(text).toBe("Waiting for a task:");
    expect(waitsFor.map(({ id }) => id)).toEqual(["a"]);
  });

  it("says why a ready task does not start", () => {
    const ready = (change: Partial<RunState>) => {
      const state = { ...world(), ...change } as RunState;
      Object.assign(taskOf(state, "a"), { status: "pending" });
      return statusReason(state, taskOf(state, "a")).text;
    };
    expect(ready({ phase: "planning" })).toContain("is not running yet");
    expect(ready({ paused: { since: 0, by: { kind: "system" } } })).toContain("paused");
    expect(ready({ replanWanted: { trigger: "person", reason: statedReason("x") } })).toContain(
      "replan to finish",
    );
    expect(ready({ halt: { taskId: "x", at: 0, diagnosis: statedReason("d") } })).toContain(
      "a required task failed",
    );
    expect(ready({ ready: ["a"] })).toContain("when a slot is free");
  });

  it("says what ended it, or what is held", () => {
    const state = world();
    const say = (change: Partial<TaskState>) =>
      statusReason(state, { ...taskOf(state, "a"), ...change }).text;
    expect(say({ status: "failed", diagnosis: statedReason("Too low") })).toBe("Too low");
    expect(say({ status: "failed", tolerated: true })).toContain("continues without it");
    expect(say({ status: "skipped", diagnosis: undefined })).toContain("No longer needed");
    expect(say({ status: "skipped", diagnosis: statedReason("completed early: done") })).toBe(
      "Completed early: done",
    );
    expect(say({ status: "superseded" })).toContain("A later plan version");
    expect(say({ status: "waiting" })).toContain("Waiting for a person");
    const proposal = { decision: "REPLAN", reasoning: "", answers: [], reviewer: "r" } as const;
    expect(say({ status: "running", heldUntil: 9, proposal: { ...proposal, answers: [] } })).toContain(
      "Proposes REPLAN",
    );
  });
});

describe("evidence", () => {
  it("is a check that passed, a check that failed, a person, or honestly none", () => {
    const state = world();
    const task = { ...taskOf(state, "a"), status: "succeeded" } as TaskState;
    const verdicts = (changed: TaskState) => evidenceOf(state, changed).map(({ verdict }) => verdict);
    expect(verdicts(task)).toEqual(["none"]);
    const schema = { layer: "schema", outcome: "passed" } as const;
    const checked = (...checks: Check[]) => ({ attempt: 1, startedAt: 0, steps: 1, checks });
    const low = {
      layer: "predicate",
      outcome: "failed",
      shown: "(pos? data/result)",
      diagnosis: statedReason("Too low"),
    } as const;
    const attempts = [
      checked(schema, low),
      {
        ...checked({ ...schema, coerced: ['total: "12" is 12'] }, { ...low, outcome: "passed" }),
        attempt: 2,
      },
      { ...checked({ layer: "model", outcome: "error", diagnosis: statedReason("No verdict") }), attempt: 3 },
      { ...checked(), attempt: 4, code: "empty_result" as const, diagnosis: statedReason("Nothing in it") },
    ];
    expect(evidenceOf(state, { ...task, attempts })).toEqual([
      { verdict: "passed", kind: "schema", text: "The result matches the output schema." },
      { verdict: "failed", kind: "predicate", text: "Attempt 1: Too low" },
      {
        verdict: "passed",
        kind: "schema",
        text: 'Attempt 2: The result matches the output schema. Converted: total: "12" is 12.',
      },
      {
        verdict: "passed",
        kind: "predicate",
        text: "Attempt 2: The result satisfies: (pos? data/result)",
      },
      { verdict: "unknown", kind: "model", text: "Attempt 3: No verdict" },
      { verdict: "failed", kind: "content", text: "Attempt 4: Nothing in it" },
    ]);
    const evidence = [{ field: "the price", found: true, source: "shop" }];
    const data = (qualityGate: TaskState["qualityGate"]) =>
      evidenceOf(state, { ...task, ...(qualityGate && { qualityGate }) })[0]?.text;
    expect(data({ outcome: "passed", evidence })).toBe("Required data is available: the price from shop.");
    expect(data({ outcome: "passed", evidence: [] })).toBe("Required data is available.");
    expect(data({ outcome: "failed", evidence, missing: ["the date"] })).toBe("Missing: the date");
    expect(data({ outcome: "error", problem: statedReason("No JSON") })).toContain("No JSON");
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

describe("what continues with the work of a task", () => {
  it("is what later versions have of its lineage, once it failed or was dropped", () => {
    const state = world();
    const [a, b] = [taskOf(state, "a"), taskOf(state, "b")];
    const next: TaskState = {
      ...b,
      id: "a_v2",
      sinceVersion: 2,
      spec: { ...b.spec, lineage: a.spec.lineage },
    };
    const later = { ...state, tasks: { ...state.tasks, a_v2: next } };
    expect(successorsOf(later, { ...a, status: "failed" })).toEqual([next]);
    expect(successorsOf(later, { ...a, status: "superseded" })).toEqual([next]);
    expect(successorsOf(later, { ...a, status: "succeeded" })).toEqual([]);
    expect(successorsOf(later, { ...next, status: "failed" })).toEqual([]);
    expect(successorsOf(later, { ...b, status: "failed" })).toEqual([]);
  });
});
