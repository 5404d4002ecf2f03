import { describe, expect, it } from "vitest";
import { stepNumbers } from "./step-numbers";

describe("stepNumbers", () => {
  it.each<[string, number[] | "all"]>([
    ["1", [1]],
    ["Step 1", [1]],
    ["Steps 1, 3-4 and 6", [1, 3, 4, 6]],
    ["#2 & #5; step 7.", [2, 5, 7]],
    ["1 – 3", [1, 2, 3]],
    ["1 to 2, 4 through 5", [1, 2, 4, 5]],
    ["Steps 1 (build), **2** and `3`", [1, 2, 3]],
    ["[1, 2]", [1, 2]],
    ["all", "all"],
    ["All of the previous steps", "all"],
  ])("%j is %j", (text, numbers) => {
    expect(stepNumbers(text)).toEqual(numbers);
  });

  it.each([
    "",
    "none",
    "step",
    "the first",
    "1a",
    "step_1",
    "4-1",
    "1-999999999",
    "1-2000, 1",
    "all but 2",
    "-1",
  ])("%j is nothing it knows", (text) => {
    expect(stepNumbers(text)).toBeUndefined();
  });

  it("leaves no number of a long list out", () => {
    const all = Array.from({ length: 1_000 }, (_, n) => n + 1);
    expect(stepNumbers(`Steps ${all.join(", ")}`)).toEqual(all);
    expect(stepNumbers(`Steps 1${" ".repeat(60_000)}2`)).toBeUndefined();
  });
});
