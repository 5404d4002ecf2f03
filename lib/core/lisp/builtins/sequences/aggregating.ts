import { raise } from "../../errors";
import { itemsOf, vectorOf } from "../../items";
import { isMap, isVector, kindOf, mapEntries } from "../../kinds";
import { type Builtin, builtin, type Machine, type Value } from "../../values";
import { compareValues } from "../compare";
import { argument, binary, exactResult, keyOf, numberOf, ternary, unary } from "../define";

/** All items taken into one value, one after the other (docs/predicates.md, "Functions"). */
export const FOLDING: readonly Builtin[] = [
  builtin("reduce", [2, 3], (args, machine) => {
    let result: Value = null;
    for (const value of folds(args, machine)) result = value;
    return result;
  }),
  builtin("reductions", [2, 3], (args, machine) => vectorOf(folds(args, machine), machine)),
  ternary("reduce-kv", (f, start, from, machine) => {
    let result = start;
    for (const [key, value] of keyValuePairs(from)) result = machine.call(f, [result, key, value]);
    return result;
  }),
];

type Keyed = readonly [key: Value, item: Value];

/**
 * Sums, averages and extremes (docs/predicates.md, "Functions"). Sums, averages, `min-by` and `max-by` pass over nil.
 * Of equal extremes `min-by` and `max-by` give the first, `min-key` and `max-key` the last.
 */
export const MEASURING: readonly Builtin[] = [
  unary("sum", (from, machine) => sumOf(itemsOf(from, machine), machine)),
  binary("sum-by", (f, from, machine) => sumOf(keysOf(f, from, machine), machine)),
  unary("avg", (from, machine) => averageOf(itemsOf(from, machine), machine)),
  binary("avg-by", (f, from, machine) => averageOf(keysOf(f, from, machine), machine)),
  binary("min-by", (f, from, machine) => {
    return extreme(withKey(keyed(f, itemsOf(from, machine), machine)), (order) => order < 0, machine);
  }),
  binary("max-by", (f, from, machine) => {
    return extreme(withKey(keyed(f, itemsOf(from, machine), machine)), (order) => order > 0, machine);
  }),
  builtin("min-key", [2], (args, machine) => {
    return extreme(keyed(argument(args, 0), args.slice(1), machine), (order) => order <= 0, machine);
  }),
  builtin("max-key", [2], (args, machine) => {
    return extreme(keyed(argument(args, 0), args.slice(1), machine), (order) => order >= 0, machine);
  }),
];

/** The sum of whole numbers is exact or no number at all: past 2^53 it throws `arithmetic_error`. */
function sumOf(values: Iterable<Value>, machine: Machine): number {
  let sum = 0;
  for (const number of numbersOf(values, machine)) sum = exactResult(sum + number, sum, number);
  return sum;
}

function averageOf(values: Iterable<Value>, machine: Machine): Value {
  let [sum, count] = [0, 0];
  for (const number of numbersOf(values, machine)) {
    sum += number;
    count++;
  }
  return count === 0 ? null : sum / count;
}

function* numbersOf(values: Iterable<Value>, machine: Machine): Generator<number> {
  for (const value of values) {
    machine.spend(1);
    if (value !== null) yield numberOf(value);
  }
}

function* keysOf(f: Value, from: Value, machine: Machine): Generator<Value> {
  for (const item of itemsOf(from, machine)) yield keyOf(f, item, machine);
}

function* keyed(f: Value, items: readonly Value[], machine: Machine): Generator<Keyed> {
  for (const item of items) yield [keyOf(f, item, machine), item];
}

function* withKey(pairs: Iterable<Keyed>): Generator<Keyed> {
  for (const pair of pairs) if (pair[0] !== null) yield pair;
}

/** The item whose key is better than those of all before it; nil where there are none. */
function extreme(pairs: Iterable<Keyed>, isBetter: (order: number) => boolean, machine: Machine): Value {
  let best: Keyed | undefined;
  for (const pair of pairs) {
    if (!best || isBetter(compareValues(pair[0], best[0], machine))) best = pair;
  }
  return best ? best[1] : null;
}

/** The first value, and what each item makes of the one before it. */
function* folds(args: readonly Value[], machine: Machine): Generator<Value> {
  const f = argument(args, 0);
  const items = itemsOf(argument(args, args.length - 1), machine);
  const hasStart = args.length === 3;
  if (!hasStart && items.length === 0) return yield machine.call(f, []);
  let value = hasStart ? argument(args, 1) : argument(items, 0);
  yield value;
  for (let index = hasStart ? 0 : 1; index < items.length; index++) {
    value = machine.call(f, [value, argument(items, index)]);
    yield value;
  }
}

function keyValuePairs(from: Value): Iterable<readonly [Value, Value]> {
  if (from === null) return [];
  if (isVector(from)) return from.entries();
  if (isMap(from)) return mapEntries(from);
  raise("type_error", `Expected a map or a vector, got ${kindOf(from)}.`);
}
