import { raise } from "../errors";
import { exactResult, isExactWhole } from "../exact";
import { type Builtin, builtin, type Machine } from "../machine";
import type { Value } from "../values";
import { argument, binary, numberOf, unary } from "./define";

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
  if (b === 0) raise("arithmetic_error", "Divide by zero.");
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

/** Towards zero; throws `arithmetic_error` for what is no exact whole number then. */
function whole(value: number): number {
  const result = Math.trunc(value);
  if (!isExactWhole(result)) raise("arithmetic_error", "The number is beyond exact whole numbers.");
  return result;
}
