import { hasKey, lookUp, lookUpOr } from "../collections";
import { isEqual } from "../equality";
import { raise } from "../errors";
import { chargeItems, itemsOf } from "../items";
import { isMap, isVector, kindOf, mapEntries, mapSize } from "../kinds";
import { type Builtin, builtin, Keyword, LispSet, type Machine, type Value } from "../values";
import { mapOrEmpty, pairOf } from "./adding";
import { argument, binary, unary } from "./define";

/** What maps, vectors and sets hold (docs/predicates.md, "Functions"). */
export const LOOKUPS: readonly Builtin[] = [
  builtin("get", [2, 3], (args, machine) => {
    return lookUpOr(argument(args, 0), argument(args, 1), argument(args, 2), machine);
  }),
  builtin("get-in", [2, 3], (args, machine) => {
    let found = argument(args, 0);
    for (const key of itemsOf(argument(args, 1), machine)) {
      const next = lookUp(found, key, machine);
      if (next === undefined) return argument(args, 2);
      found = next;
    }
    return found;
  }),
  binary("contains?", contains),
  unary("keys", (from, machine) => column(from, 0, machine)),
  unary("vals", (from, machine) => column(from, 1, machine)),
  unary("entries", (from, machine) => itemsOf(mapOrEmpty(from), machine)),
  unary("key", (entry) => pairOf(entry)[0]),
  unary("val", (entry) => pairOf(entry)[1]),
];

/** Whether a map has a key, or a set or vector a member; a keyword is found by its string in all of them. */
function contains(from: Value, wanted: Value, machine: Machine): boolean {
  if (from === null) return false;
  if (isMap(from) || from instanceof LispSet) return hasKey(from, wanted, machine);
  if (isVector(from)) return from.some((item) => isEqual(nameOf(item), nameOf(wanted), machine));
  raise("type_error", `Expected a map, a set or a vector, got ${kindOf(from)}.`);
}

function nameOf(value: Value): Value {
  return value instanceof Keyword ? value.name : value;
}

/** The keys or the values of a map; nil where there are none. */
function column(from: Value, index: 0 | 1, machine: Machine): Value {
  const map = mapOrEmpty(from);
  const size = mapSize(map, machine);
  chargeItems(size, machine);
  return size === 0 ? null : mapEntries(map).map((entry) => entry[index]);
}
