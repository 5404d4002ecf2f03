import { raise } from "../errors";
import { type Builtin, builtin, type Machine, type Value } from "../values";
import { argument, binary, exactResult, isExactWhole, numberOf, unary } from "./define";

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

type Operation = (a: number, b: number) => number;

/**
 * Arithmetic on the one type of numbers (docs/predicates.md, "Functions"). Anything but numbers throws `type_error`;
 * whole results from 2^53 on, and remainders by zero, throw `arithmetic_error`.
 */
export const ARITHMETIC: readonly Builtin[] = [
  builtin("+", [0], (args, machine) => folded(args, 0, add, machine)),
  builtin("*", [0], (args, machine) => folded(args, 1, multiply, machine)),
  builtin("-", [1], (args, machine) => foldedFromFirst(args, 0, subtract, machine)),
  builtin("/", [1], (args, machine) => foldedFromFirst(args, 1, divide, machine)),
  numeric("inc", (value) => add(value, 1)),
  numeric("dec", (value) => subtract(value, 1)),
  binary("quot", (a, b) => divided(numberOf(a), numberOf(b), quotient)),
  binary("rem", (a, b) => divided(numberOf(a), numberOf(b), (n, d) => n % d)),
  binary("mod", (a, b) => divided(numberOf(a), numberOf(b), modulo)),
  builtin("max", [1], (args, machine) => foldedFromFirst(args, Number.NEGATIVE_INFINITY, Math.max, machine)),
  builtin("min", [1], (args, machine) => foldedFromFirst(args, Number.POSITIVE_INFINITY, Math.min, machine)),
  numeric("abs", Math.abs),
  binary("pow", (base, exponent) => power(numberOf(base), numberOf(exponent))),
  numeric("sqrt", Math.sqrt),
  numeric("round", Math.round),
  numeric("floor", Math.floor),
  numeric("ceil", Math.ceil),
  numeric("trunc", Math.trunc),
  numeric("int", whole),
  numeric("long", whole),
  numeric("double", (value) => value),
  numeric("float", (value) => value),
];

function numeric(name: string, call: (value: number) => number): Builtin {
  return unary(name, (value) => call(numberOf(value)) + 0);
}

function add(a: number, b: number): number {
  return exactResult(a + b, a, b);
}

function subtract(a: number, b: number): number {
  return exactResult(a - b, a, b);
}

function multiply(a: number, b: number): number {
  return exactResult(a * b, a, b);
}

function divide(a: number, b: number): number {
  return a / b + 0;
}

function folded(args: readonly Value[], first: number, operation: Operation, machine: Machine): number {
  machine.spend(args.length >> 4);
  let result = first;
  for (const value of args) result = operation(result, numberOf(value));
  return result;
}

/** From the first argument on; a single one is taken together with the neutral number. */
function foldedFromFirst(
  args: readonly Value[],
  neutral: number,
  operation: Operation,
  machine: Machine,
): number {
  const first = numberOf(argument(args, 0));
  if (args.length === 1) return operation(neutral, first);
  return folded(args.slice(1), first, operation, machine);
}

/** Zero divides nothing, and what is infinite or no number has no quotient and no remainder. */
function divided(a: number, b: number, operation: Operation): number {
  if (b === 0) raise("arithmetic_error", "Divide by zero.", b);
  if (!Number.isFinite(a) || Number.isNaN(b)) {
    raise("arithmetic_error", "Infinite numbers and ##NaN cannot be divided with remainder.");
  }
  return operation(a, b) + 0;
}

function quotient(a: number, b: number): number {
  return Math.trunc((a - (a % b)) / b);
}

/** The remainder with the sign of the divisor. */
function modulo(a: number, b: number): number {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}

/** Powers of whole numbers are multiplied out, because hosts round `Math.pow` differently. */
function power(base: number, exponent: number): number {
  const isSmall = Number.isInteger(exponent) && exponent >= 0 && exponent <= 64;
  if (!isSmall || !isExactWhole(base)) return exactResult(base ** exponent, base, exponent);
  let result = 1;
  for (let done = 0; done < exponent; done++) result = multiply(result, base);
  return result;
}

/** Towards zero; throws `arithmetic_error` for a result that is not an exact whole number. */
function whole(value: number): number {
  const result = Math.trunc(value);
  if (!isExactWhole(result)) raise("arithmetic_error", "The number is beyond exact whole numbers.");
  return result;
}

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

function test(name: string, holds: (value: number) => boolean): Builtin {
  return unary(name, (value) => typeof value === "number" && holds(value));
}

/** With one type of numbers, a number is either whole or a fraction; `##Inf` and `##NaN` are not whole. */
function isFraction(value: number): boolean {
  return !Number.isInteger(value);
}
