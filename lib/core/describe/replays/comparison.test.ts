import { describe, expect, it } from "vitest";
import type { ComparedDecision, ComparedTask } from "../../compare/view";
import {
  describeComparedDecision,
  describeComparedResult,
  describeCompareNote,
  formatDelta,
} from "./comparison";

it.each([
  ["still_running", /^Not ended yet: A, B\./],
  ["payloads_removed", /removed under retention: A, B\./],
  ["simulated_and_real", /^Simulated: A, B\./],
  ["unrelated", /^Of another origin: A, B\./],
  ["shared_part", /^Forks: A, B\./],
] as const)("says of which runs the note %s is", (code, words) => {
  const nameOf = (runId: string) => (runId === "r1" ? "A" : "B");
  expect(describeCompareNote({ code, runIds: ["r1", "r2"] }, nameOf)).toMatch(words);
});

const decided = (some: Partial<ComparedDecision>): ComparedDecision => ({
  decision: "REPLAN",
  proposed: "REPLAN",
  reasoning: "Too low.",
  provenance: "person",
  by: "Ada",
  ...some,
});

it.each([
  [{}, "REPLAN by Ada"],
  [{ proposed: "CONTINUE" }, "REPLAN by Ada instead of CONTINUE"],
  [{ decision: "approve", proposed: null }, "Approved by Ada"],
  [{ by: null, provenance: "policy" }, "REPLAN by policy"],
  [{ by: null, provenance: "timeout" }, "REPLAN on timeout"],
  [{ by: null, provenance: null }, "REPLAN"],
] as const)("the decision %j reads: %s", (some, words) => {
  expect(describeComparedDecision(decided(some))).toBe(words);
});

describe("a result beside others", () => {
  const result = (preview: string) => ({ digest: "d", bytes: 9, preview });
  const task = (some: Partial<ComparedTask>) => some as ComparedTask;

  it("is the reasoning of a review, and no value that a gate let pass", () => {
    const json = result('{"decision":"REPLAN"}');
    const review = { type: "planning_review", result: json } as const;
    expect(describeComparedResult(task({ ...review, decision: decided({}) }))).toBe("Too low.");
    expect(
      describeComparedResult(task({ ...review, decision: decided({ reasoning: null }) })),
    ).toBeUndefined();
    const gate = { type: "human_review", decision: decided({}) } as const;
    expect(describeComparedResult(task({ ...gate, result: json }))).toBeUndefined();
    expect(describeComparedResult(task({ ...gate, result: null }))).toBeUndefined();
    expect(describeComparedResult(task({ ...gate, result: result("Go") }))).toBe("Go");
  });

  it("is what other tasks came to", () => {
    expect(describeComparedResult(task({ type: "task", decision: null, result: result("3") }))).toBe("3");
    expect(describeComparedResult(task({ type: "task", decision: null, result: null }))).toBeUndefined();
  });
});

it("a figure stands beside that of the first run, unknown where one is", () => {
  const format = (n: number) => `$${n}`;
  expect([formatDelta(3, 1, format), formatDelta(1, 3, format)]).toEqual(["+$2", "−$2"]);
  expect([formatDelta(2, 2, format), formatDelta(null, 1, format), formatDelta(1, null, format)]).toEqual([
    "same",
    undefined,
    undefined,
  ]);
});
