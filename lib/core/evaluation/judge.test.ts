import { describe, expect, it } from "vitest";
import { answerMeasures, findsFault, isHeldBack, judgePredicate } from "./judge";

describe("answerMeasures", () => {
  it.each([
    ["unsupported", ["incomplete_caught", "incomplete_caught.unsupported"]],
    ["terse", ["good_refused", "good_refused.terse"]],
  ] as const)("%s", (kind, measures) => {
    expect(answerMeasures({ kind })).toEqual(measures);
  });
});

describe("isHeldBack", () => {
  it("is so below the threshold of a run that nobody changed", () => {
    expect([isHeldBack(0.79), isHeldBack(0.8)]).toEqual([true, false]);
  });
});

describe("judgePredicate", () => {
  const values = { passes: { n: 2 }, fails: { n: 0 } };

  it.each<[string, string, boolean, boolean]>([
    ["tells them apart", '(pos? (get data/result "n"))', true, true],
    ["refuses with a text", '(if (pos? (get data/result "n")) true "too few")', true, true],
    ["passes both", "(map? data/result)", true, false],
    ["refuses both", "(nil? data/result)", true, false],
    ["turns them round", '(zero? (get data/result "n"))', true, false],
    ["breaks on both", '(pos? (+ 1 "a"))', true, false],
    ["is no program", "(and (", false, false],
    ["calls what is none", "(no-such-function data/result)", false, false],
    ["says nothing", "(count data/result)", false, false],
  ])("one that %s", (_, source, valid, right) => {
    expect(judgePredicate(source, values)).toMatchObject({ valid, right });
  });

  it("gives it what else the task has", () => {
    const source = '(= (get data/result "n") (get data/input "n"))';
    expect(judgePredicate(source, { ...values, data: { input: { n: 2 } } })).toMatchObject({ right: true });
  });
});

describe("findsFault", () => {
  const fault = { codes: ["semantic_issue" as const], tasks: ["pay"] };

  it.each([
    ["by code and task", [{ code: "semantic_issue" as const, taskId: "pay" }], fault, true],
    [
      "by an edge to the task",
      [{ code: "semantic_issue" as const, edge: { from: "a", to: "pay" } }],
      fault,
      true,
    ],
    ["not under another code", [{ code: "error_handling" as const, taskId: "pay" }], fault, false],
    ["not about another task", [{ code: "semantic_issue" as const, taskId: "read" }], fault, false],
    ["not about the whole plan", [{ code: "semantic_issue" as const }], fault, false],
    [
      "about the whole plan where no task is named",
      [{ code: "semantic_issue" as const }],
      { ...fault, tasks: [] },
      true,
    ],
    ["not without findings", [], fault, false],
  ])("%s", (_, findings, planted, found) => {
    expect(findsFault(findings, planted)).toBe(found);
  });
});
