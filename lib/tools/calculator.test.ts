import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { calculate, calculator } from "./calculator";

import { createToolbox } from "./toolbox";

describe("the calculator", () => {
  it.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["10 - 4 - 3", 3],
    ["2 ^ 3 ^ 2", 512],
    ["-2 ^ 2", -4],
    ["2 ^ -1", 0.5],
    ["--5", 5],
    ["7 % 4 / 3", 1],
    [".5 + 1e3", 1000.5],
    ["max(1, 2, min(5, 4))", 4],
    ["round(sqrt(2) * 100) / 100", 1.41],
    ["ln(e) + cos0", Number.NaN],
  ])("%s = %d", (expression, value) => {
    if (Number.isNaN(value)) expect(() => calculate(expression)).toThrow();
    else expect(calculate(expression)).toBeCloseTo(value, 10);
  });

  it.each([
    ["", 'Unexpected "end of the expression"'],
    ["1 +", 'Unexpected "end of the expression"'],
    ["1 2", 'Unexpected "2"'],
    ["(1", 'Expected ")" before "the end"'],
    ["1 / 0", "Division by zero"],
    ["1 % 0", "Division by zero"],
    ["10 ^ 400", "not a finite number"],
    ["sqrt(-1)", "not a finite number"],
    ["2 $ 3", 'Unexpected "$" at character 2'],
    ["process", 'Unknown name "process"'],
    ["constructor(1)", 'Unknown function "constructor"'],
    ["1)", 'Unexpected ")"'],
    ["1".repeat(1_001), "longer than"],
    [`${"(".repeat(60)}1${")".repeat(60)}`, "nests deeper"],
    [`${"2^".repeat(60)}1`, "nests deeper"],
  ])("refuses %j", (expression, message) => {
    expect(() => calculate(expression)).toThrow(message);
  });

  it("agrees with the language on whole numbers", () => {
    const whole = fc.integer({ min: -1_000, max: 1_000 });
    fc.assert(
      fc.property(whole, whole, whole, (a, b, c) => {
        expect(calculate(`${a} + ${b} * (${c} - ${a})`)).toBe(a + b * (c - a));
      }),
    );
  });

  it("is a tool", async () => {
    const box = createToolbox([calculator]);
    const context = toolContext();
    expect(await box.run("calculator", { expression: "98 / 100" }, context)).toEqual({
      ok: true,
      output: { expression: "98 / 100", value: 0.98 },
    });
    expect(await box.run("calculator", { expression: "1 / 0" }, context)).toMatchObject({ code: "failed" });
    expect(box.summarize("calculator", { expression: "1+1" })).toBe("Compute 1+1");
  });
});
