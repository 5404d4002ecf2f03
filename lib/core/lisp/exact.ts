import { raise } from "./errors";

const LIMIT = 2 ** 53;

/**
 * What an operation on these two numbers gave, if it is exact or does not need to be: a whole result of whole numbers
 * from 2^53 on throws `arithmetic_error` (docs/predicates.md, "Values"). Zero has no sign.
 */
export function exactResult(result: number, a: number, b: number): number {
  if (Math.abs(result) >= LIMIT && isExactWhole(a) && isExactWhole(b)) {
    raise("arithmetic_error", "The result is beyond exact whole numbers, which end at 2^53.");
  }
  return result + 0;
}

/** Whether a number is whole and no rounding is hidden in it. */
export function isExactWhole(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= LIMIT;
}
