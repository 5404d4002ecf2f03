import { raise } from "../errors";
import { isExactWhole } from "../exact";
import { type Builtin, builtin } from "../machine";
import type { Value } from "../values";
import { argument, binary, numberOf, unary } from "./define";

type BitOperation = (a: bigint, b: bigint) => bigint;

/**
 * Bits of whole numbers in two's complement of 64 bits (docs/predicates.md, "Functions"). Fractions throw `type_error`;
 * results past 2^53 throw `arithmetic_error`.
 */
export const BITS: readonly Builtin[] = [
  bitwise("bit-and", (a, b) => a & b),
  bitwise("bit-or", (a, b) => a | b),
  bitwise("bit-xor", (a, b) => a ^ b),
  unary("bit-not", (value) => numberFrom(~bitsOf(value))),
  binary("bit-shift-left", (value, by) => numberFrom(bitsOf(value) << shiftDistance(by))),
  binary("bit-shift-right", (value, by) => numberFrom(bitsOf(value) >> shiftDistance(by))),
];

function bitwise(name: string, operation: BitOperation): Builtin {
  return builtin(name, [2], (args, machine) => {
    machine.spend(args.length);
    const first = bitsOf(argument(args, 0));
    return numberFrom(args.slice(1).reduce((bits, value) => operation(bits, bitsOf(value)), first));
  });
}

function bitsOf(value: Value): bigint {
  const number = numberOf(value);
  if (!isExactWhole(number)) raise("type_error", `Expected a whole number, got ${number}.`);
  return BigInt(number);
}

/** Of a shift's distance the lowest six bits count, as in a word of 64. */
function shiftDistance(by: Value): bigint {
  return BigInt.asUintN(6, bitsOf(by));
}

function numberFrom(bits: bigint): number {
  const number = Number(BigInt.asIntN(64, bits));
  if (!isExactWhole(number)) {
    raise("arithmetic_error", "The result is beyond exact whole numbers, which end at 2^53.");
  }
  return number;
}
