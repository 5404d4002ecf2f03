import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../json";
import { DEFAULT_CRITERIA } from "../../reflection";
import { knownNames, settlePieces } from "./account";
import { readReflection, reflectionOfAgent } from "./reflection";
import { Report } from "./report";

function read(value: Json) {
  const report = new Report();
  const reflection = readReflection(value, "agents.a.reflection", report);
  settlePieces(report, knownNames([]));
  return { reflection, warned: report.errors.map(({ path }) => path) };
}

describe("an agent's reflection is read", () => {
  it.each<[string, Json, JsonObject | undefined]>([
    ["from a word", true, { enabled: true }],
    ["from the other word", "no", { enabled: false }],
    ["from a switch", "On", { enabled: true }],
    ["as an object that says so", { enabled: true }, { enabled: true }],
    ["as one that says not", { enabled: false, threshold: 0.9 }, { enabled: false, threshold: 0.9 }],
    ["switched on by whatever it says", { threshold: "0.9" }, { enabled: true, threshold: 0.9 }],
    ["off, where it says nothing", {}, { enabled: false }],
    [
      "in snake_case, with its criteria",
      {
        on: true,
        criteria: { accuracy: "No guesses." },
        quality_threshold: 1,
        max_revisions: "3",
        model: "m",
      },
      { enabled: true, criteria: { accuracy: "No guesses." }, threshold: 1, maxRevisions: 3, model: "m" },
    ],
    ["without criteria that say nothing", { criteria: { clarity: " " } }, { enabled: true, criteria: {} }],
  ])("%s", (_, value, reflection) => {
    expect(read(value)).toEqual({ reflection, warned: [] });
  });

  it.each<[string, Json, JsonObject | undefined, string]>([
    ["a list", [1], undefined, ""],
    ["a threshold in percent", { threshold: 80 }, { enabled: true }, ".threshold"],
    ["a blank threshold", { threshold: " " }, { enabled: true }, ".threshold"],
    ["no revisions", { maxRevisions: 0 }, { enabled: true }, ".maxRevisions"],
    ["too many revisions", { maxRevisions: 11 }, { enabled: true }, ".maxRevisions"],
    ["criteria that are a list", { criteria: ["good"] }, { enabled: true }, ".criteria"],
    [
      "a criterion of its own",
      { criteria: { beauty: "x" } },
      { enabled: true, criteria: {} },
      ".criteria.beauty",
    ],
    ["what it does not know", { mood: "red" }, { enabled: true }, ".mood"],
  ])("with an error about %s", (_, value, reflection, at) => {
    expect(read(value)).toEqual({ reflection, warned: [`agents.a.reflection${at}`] });
  });
});

describe("what holds for an agent", () => {
  it("has the defaults for what its plan does not say", () => {
    expect(reflectionOfAgent({ reflection: { on: true } })).toEqual({
      enabled: true,
      criteria: DEFAULT_CRITERIA,
      threshold: 0.8,
      maxRevisions: 2,
    });
    expect(reflectionOfAgent({ reflection: { maxRevisions: 99, threshold: 0.5 } })).toMatchObject({
      threshold: 0.5,
      maxRevisions: 2,
    });
  });

  it("is nothing where it is off, absent or beyond reading", () => {
    expect(reflectionOfAgent({ reflection: { enabled: false } })).toBeUndefined();
    expect(reflectionOfAgent({ reflection: { model: "x".repeat(999) } })).toBeUndefined();
    expect(reflectionOfAgent({})).toBeUndefined();
  });
});
