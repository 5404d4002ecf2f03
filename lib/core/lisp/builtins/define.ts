import { lookUpOr } from "../collections";
import { raise } from "../errors";
import { kindOf } from "../kinds";
import { type Builtin, builtin, isTruthy, type Machine, type Value } from "../values";

const LIMIT = 2 ** 53;

/** A built-in of exactly one argument. */
export function unary(name: string, call: (value: Value, machine: Machine) => Value): Builtin {
  return builtin(name, [1, 1], (args, machine) => call(argument(args, 0), machine));
}

/** A built-in of exactly two arguments. */
export function binary(name: string, call: (a: Value, b: Value, machine: Machine) => Value): Builtin {
  return builtin(name, [2, 2], (args, machine) => call(argument(args, 0), argument(args, 1), machine));
}

/** A built-in of exactly three arguments. */
export function ternary(
  name: string,
  call: (a: Value, b: Value, c: Value, machine: Machine) => Value,
): Builtin {
  return builtin(name, [3, 3], (args, machine) =>
    call(argument(args, 0), argument(args, 1), argument(args, 2), machine),
  );
}

/** An argument by its place; nil where none was given. */
export function argument(args: readonly Value[], index: number): Value {
  return args[index] ?? null;
}

/** A number; throws `type_error` for anything else. */
export function numberOf(value: Value): number {
  if (typeof value !== "number") raise("type_error", `Expected a number, got ${kindOf(value)}.`, value);
  return value;
}

/** A number that can count or place items, infinite ones included; throws `type_error` for anything else. */
export function amountOf(value: Value): number {
  const amount = numberOf(value);
  if (Number.isNaN(amount)) raise("type_error", "##NaN counts nothing.");
  return amount;
}

/** Whether a function of the program answers yes: anything but nil and false. */
export function holds(test: Value, item: Value, machine: Machine): boolean {
  return isTruthy(machine.call(test, [item]));
}

/** The measure by which an item is sorted or grouped: a function's word of it, or its value at the key that a text names. */
export function keyOf(by: Value, item: Value, machine: Machine): Value {
  if (typeof by !== "string") return machine.call(by, [item]);
  machine.spend(1);
  return lookUpOr(item, by, null, machine);
}

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
