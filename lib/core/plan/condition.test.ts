import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json";
import { evaluate } from "../lisp";
import { evaluateCondition, type PreviousTask } from "./condition";
import { resultsByName } from "./results-by-name";

const resultsOf = (results: JsonObject) => resultsByName(Object.keys(results), (id) => results[id] ?? null);
const never = () => {
  throw new Error("no predicate here");
};
const task = (id: string, status: string, result?: Json): PreviousTask => ({
  id,
  status,
  ...(result !== undefined && { result }),
});
const on = (condition: Json, ...previous: PreviousTask[]) =>
  evaluateCondition(condition, { previous, results: resultsOf({}) }, never);

describe("previousFailed", () => {
  it.each<[string[], boolean]>([
    [["succeeded", "failed"], true],
    [["blocked"], true],
    [["succeeded", "skipped"], false],
    [[], false],
  ])("of tasks that ended %j is %s", (statuses, holds) => {
    expect(on({ previousFailed: true }, ...statuses.map((status, n) => task(`t${n}`, status))).holds).toBe(
      holds,
    );
  });

  it("shows how each ended", () => {
    expect(on({ previousFailed: true }, task("a", "succeeded"), task("b", "failed")).shown).toBe(
      "previousFailed (a succeeded, b failed): true",
    );
    expect(on({ previousFailed: true }).shown).toBe("previousFailed (no tasks): false");
  });
});

describe("a metric", () => {
  const of = (wanted: Json, value: Json) =>
    on({ metric: { m: wanted } }, task("a", "succeeded", { m: value })).holds;

  it.each<[Json, Json, boolean | "unknown"]>([
    ["<0.95", 0.94, true],
    ["<0.95", 0.95, false],
    ["<= 0.95", 0.95, true],
    ["≤0.95", 0.96, false],
    ["≤0.95", 0.94, true],
    ["≥1e3", 1_001, true],
    ["≠1", 2, true],
    [">0.95", 0.96, true],
    [">.95", "0.96", true],
    [">=0.95", 0.95, true],
    ["≥1e3", 999, false],
    ["=1", 1.0, true],
    ["==1", "1.0", true],
    ["= 1", 2, false],
    ["!=1", 2, true],
    ["≠1", 1, false],
    [1, 1, true],
    [true, true, true],
    ["ok", " ok ", true],
    ["=ok", "bad", false],
    ["!=ok", "bad", true],
    ["<0.95", "94.3%", true],
    ["<0.95", "97 %", false],
    ["<95%", 0.943, true],
    ["<95%", 97, false],
    ["<95", "94.3 %", true],
    [">=95%", "95.0%", true],
    ["<0.95", "high", "unknown"],
    ["<high", 1, "unknown"],
    ["<1", [0], "unknown"],
  ])("wanted %j, found %j: %s", (wanted, value, holds) => expect(of(wanted, value)).toBe(holds));

  it("is looked up by key, else by path, in every result; one that holds is enough", () => {
    const deep = task("deep", "succeeded", { scores: [{ f1: 0.5 }] });
    const flat = task("flat", "succeeded", { "scores.0.f1": 0.9, scores: [] });
    expect(on({ metric: { "scores.0.f1": "<0.6" } }, flat, deep)).toEqual({
      holds: true,
      shown:
        "scores.0.f1 of flat is 0.9, wanted < 0.6: false; scores.0.f1 of deep is 0.5, wanted < 0.6: true",
    });
    expect(on({ metric: { "scores[0].f1": "<0.4" } }, deep, task("none", "failed")).holds).toBe(false);
  });

  it.each([
    ["Accuracy: 94.3%", true],
    ["The accuracy was 0.943 on staging.", true],
    ["**Accuracy** | 97.1 %", false],
    ["inaccuracy: 0.1", "unknown"],
  ])("is looked up in prose: %s", (result, holds) => {
    expect(on({ metric: { accuracy: "<0.95" } }, task("a", "succeeded", result)).holds).toBe(holds);
  });

  it("that no result has is unknown", () => {
    const results: Json[] = [{}, { m: null }, "mm: 3", "m is high", [3], null];
    for (const result of results) {
      expect(on({ metric: { m: "<1" } }, task("a", "succeeded", result))).toEqual({
        holds: "unknown",
        shown: "no result has m",
      });
    }
  });
});

describe("alternatives", () => {
  const a = task("a", "succeeded", { x: 1, y: 1 });

  it("hold when one does, are unknown when one might, else do not hold", () => {
    expect(on({ previousFailed: true, metric: { x: "<2" } }, a).holds).toBe(true);
    expect(on({ metric: { x: ">2", y: "=1" } }, a).holds).toBe(true);
    expect(on({ metric: { x: ">2", z: "=1" } }, a).holds).toBe("unknown");
    expect(on({ previousFailed: true, metric: { x: ">2" } }, a).holds).toBe(false);
  });

  it("that are switched off do not count", () => {
    expect(on({ previousFailed: false, metric: { x: ">2" } }, a).holds).toBe(false);
    expect(on({ previousFailed: true, metric: null }, a).holds).toBe(false);
  });

  it.each<[Json]>([
    [{}],
    [{ previousFailed: false }],
    [{ mood: "good" }],
    [{ metric: "<1" }],
    [3],
    [null],
    [["x"]],
  ])("%j cannot be evaluated", (condition) => expect(on(condition, a).holds).toBe("unknown"));

  it("may be settled from the start", () => {
    expect([on(true).holds, on(false).holds]).toEqual([true, false]);
  });
});

describe("a predicate", () => {
  const evaluated = (outcome: ReturnType<Parameters<typeof evaluateCondition>[2]>) =>
    evaluateCondition("(p)", { previous: [], results: resultsOf({ a: 1 }) }, (source, data) => {
      expect([source, evaluate("data/results", data)]).toEqual(["(p)", { ok: true, value: { a: 1 } }]);
      return outcome;
    });

  it("is evaluated over the results; only true and false are verdicts", () => {
    expect(evaluated({ ok: true, value: true })).toEqual({ holds: true, shown: "(p): true" });
    expect(evaluated({ ok: true, value: false })).toEqual({ holds: false, shown: "(p): false" });
    expect(evaluated({ ok: true, value: null }).holds).toBe("unknown");
    expect(evaluated({ ok: false, error: { message: "no symbol p" } })).toEqual({
      holds: "unknown",
      shown: "(p): no symbol p",
    });
  });

  it("is shown cut", () => {
    const long = evaluateCondition("x".repeat(9_999), { previous: [], results: resultsOf({}) }, () => ({
      ok: true,
      value: true,
    }));
    expect(long.shown).toHaveLength(500);
  });
});
