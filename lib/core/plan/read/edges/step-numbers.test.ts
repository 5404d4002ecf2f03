import { expect, it } from "vitest";
import { stepNumbers } from "./step-numbers";

it.each<[string, number[] | "all" | undefined]>([
  ["Steps 1, 3-4 and 6", [1, 3, 4, 6]],
  ["step one to three; [7]", [1, 2, 3, 7]],
  ["#2 (the tests) & 5 through 6", [2, 5, 6]],
  ["Tasks twenty", [20]],
  ["3-3", [3]],
  ["all previous steps", "all"],
  ["all of the above", "all"],
  ["all but one", undefined],
  ["4-3", undefined],
  ["1 foo", undefined],
  ["foo", undefined],
  ["1-2-3", undefined],
  ["", undefined],
])("reads %j", (text, numbers) => {
  expect(stepNumbers(text)).toEqual(numbers);
});

it("names as many steps as a plan may have, one by one or together, and no more", () => {
  expect(stepNumbers("1-2000")).toHaveLength(2_000);
  expect(stepNumbers("1-1999, 2000")).toHaveLength(2_000);
  expect(stepNumbers("1-2000, 2001")).toBeUndefined();
  expect(stepNumbers("1-999999999")).toBeUndefined();
  expect(stepNumbers(`1${" ".repeat(49_999)}`)).toEqual([1]);
  expect(stepNumbers(`1${" ".repeat(50_000)}`)).toBeUndefined();
});
