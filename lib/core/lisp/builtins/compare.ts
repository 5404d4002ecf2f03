import { compareDecimals, isKeptNumber, isNumeric } from "../../json";
import { isEqual } from "../equality";
import { raise } from "../errors";
import { isVector, kindOf } from "../kinds";
import { levelBelow } from "../limits";
import { type Builtin, builtin, Keyword, type Machine, type Value } from "../values";
import { argument, binary, numberOf } from "./define";

/** Whether a value stands in a relation to the one after it. */
type Relation = (a: Value, b: Value, machine: Machine) => boolean;

/**
 * Equality and order (docs/predicates.md, "Functions"). With many arguments each must stand so to the next, and the
 * first that does not ends the search; a single argument always does. `== < <= > >=` throw `type_error` for what is no
 * number, and take one that is kept as a text of its digits.
 */
export const COMPARE: readonly Builtin[] = [
  chain("=", isEqual),
  builtin("not=", [1], (args, machine) => !inChain(args, isEqual, machine)),
  chain("==", (a, b, machine) => orderOfNumbers(a, b, machine) === 0),
  chain("<", (a, b, machine) => orderOfNumbers(a, b, machine) < 0),
  chain("<=", (a, b, machine) => orderOfNumbers(a, b, machine) <= 0),
  chain(">", (a, b, machine) => orderOfNumbers(a, b, machine) > 0),
  chain(">=", (a, b, machine) => orderOfNumbers(a, b, machine) >= 0),
  binary("compare", compareValues),
];

function chain(name: string, relation: Relation): Builtin {
  return builtin(name, [1], (args, machine) => inChain(args, relation, machine));
}

function inChain(args: readonly Value[], relation: Relation, machine: Machine): boolean {
  for (let index = 1; index < args.length; index++) {
    machine.spend(1);
    if (!relation(argument(args, index - 1), argument(args, index), machine)) return false;
  }
  return true;
}

function orderOfNumbers(a: Value, b: Value, machine: Machine): number {
  const [one, other] = [digitsOrNumber(a), digitsOrNumber(b)];
  if (typeof one === "number" && typeof other === "number") return one === other ? 0 : one - other;
  machine.spend((String(one).length + String(other).length) >> 6);
  return compareDecimals(one, other);
}

const digitsOrNumber = (value: Value): number | string => (isNumeric(value) ? value : numberOf(value));

/**
 * Negative, zero or positive as `a` comes before, with or after `b` (docs/predicates.md, "Functions"): nil first, numbers,
 * those kept as texts among them and before other strings, strings by code unit, keywords by name, false before true, vectors by length and then by items. Spends one a
 * compared part. Throws `type_error` for two kinds that have no order between them.
 */
export function compareValues(a: Value, b: Value, machine: Machine, level = 0): number {
  machine.spend(typeof a === "string" ? 1 + (a.length >> 10) : 1);
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === "number" && typeof b === "number") return order(a, b);
  if (isNumeric(a) && isNumeric(b)) return orderOfNumbers(a, b, machine);
  if (typeof a === "string" && typeof b === "string")
    return isKeptNumber(a) === isKeptNumber(b) ? order(a, b) : order(isKeptNumber(b), isKeptNumber(a));
  if (typeof a === "boolean" && typeof b === "boolean") return order(a, b);
  if (a instanceof Keyword && b instanceof Keyword) return order(a.name, b.name);
  if (isVector(a) && isVector(b)) return compareVectors(a, b, machine, levelBelow(level));
  raise("type_error", `There is no order between ${kindOf(a)} and ${kindOf(b)}.`);
}

function compareVectors(a: readonly Value[], b: readonly Value[], machine: Machine, level: number): number {
  if (a.length !== b.length) return order(a.length, b.length);
  for (const [index, item] of a.entries()) {
    const result = compareValues(item, b[index] ?? null, machine, level);
    if (result !== 0) return result;
  }
  return 0;
}

function order<T extends number | string | boolean>(a: T, b: T): number {
  return Number(a > b) - Number(a < b);
}
