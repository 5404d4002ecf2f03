import { raise } from "../../errors";
import { itemsOf, vectorOf } from "../../items";
import { kindOf } from "../../kind-of";
import { type Builtin, builtin, type Machine } from "../../machine";
import { isMap, isVector, mapEntries } from "../../map-access";
import type { Value } from "../../values";
import { argument, ternary } from "../define";

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
