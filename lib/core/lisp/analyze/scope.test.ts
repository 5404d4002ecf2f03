import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../limits";
import { Run } from "../run";
import { Scope, Unit } from "./scope";

describe("a mistake of ours", () => {
  it("is no issue of the program", () => {
    const unit = new Unit(() => {
      throw new TypeError("a mistake of ours");
    });
    const form = { kind: "symbol", name: "x", at: 0, end: 1 } as const;
    expect(() => unit.analyze(form, Scope.ofProgram(unit))).toThrow("a mistake of ours");
    expect(unit.issues).toEqual([]);
  });
});

describe("a run that was given no tools", () => {
  it("calls none", () => {
    const run = new Run({}, 0, DEFAULT_LIMITS);
    expect(() => run.call(run.tool("search"), [])).toThrow('"search" cannot be called here.');
  });
});
