import type { Builtin } from "../machine";
import { unary } from "./define";

/** Questions about numbers, to which anything else answers false (docs/predicates.md, "Functions"). */
export const NUMBER_TESTS: readonly Builtin[] = [
  test("number?", () => true),
  test("int?", Number.isInteger),
  test("integer?", Number.isInteger),
  test("double?", isFraction),
  test("float?", isFraction),
  test("zero?", (value) => value === 0),
  test("pos?", (value) => value > 0),
  test("neg?", (value) => value < 0),
  test("even?", (value) => value % 2 === 0),
  test("odd?", (value) => Math.abs(value % 2) === 1),
  test("pos-int?", (value) => Number.isInteger(value) && value > 0),
  test("nat-int?", (value) => Number.isInteger(value) && value >= 0),
  test("neg-int?", (value) => Number.isInteger(value) && value < 0),
  test("infinite?", (value) => Math.abs(value) === Number.POSITIVE_INFINITY),
  test("NaN?", Number.isNaN),
];

function test(name: string, holds: (value: number) => boolean): Builtin {
  return unary(name, (value) => typeof value === "number" && holds(value));
}

/** With one type of numbers, a number is either whole or a fraction; `##Inf` and `##NaN` are not whole. */
function isFraction(value: number): boolean {
  return !Number.isInteger(value);
}
