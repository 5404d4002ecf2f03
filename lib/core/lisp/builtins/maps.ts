import { entryOf, lookUpOr, MapBuilder, mapOf } from "../collections";
import { raise } from "../errors";
import { chargeCopy, chargeItems, itemsOf } from "../items";
import { isVector, mapEntries } from "../kinds";
import { type Builtin, builtin, type Machine, type Value } from "../values";

import { addAll, mapOrEmpty, pairsOf } from "./adding";
import { argument, binary, ternary } from "./define";

type Items = readonly Value[];
type Entries = Generator<readonly [key: Value, value: Value]>;

/** Maps made from other maps; nil is an empty one (docs/predicates.md, "Functions"). */
export const MAPS: readonly Builtin[] = [
  builtin("assoc", [3], (args, machine) => withEntries(argument(args, 0), pairsOf(args.slice(1)), machine)),
  ternary("assoc-in", (from, path, value, machine) => {
    return changedAt(from, itemsOf(path, machine), () => value, machine);
  }),
  builtin("update", [3], (args, machine) => {
    return changedAt(argument(args, 0), [argument(args, 1)], changeBy(args.slice(2), machine), machine);
  }),
  builtin("update-in", [3], (args, machine) => {
    const path = itemsOf(argument(args, 1), machine);
    return changedAt(argument(args, 0), path, changeBy(args.slice(2), machine), machine);
  }),
  builtin("dissoc", [1], (args, machine) => {
    if (argument(args, 0) === null) return null;
    const draft = new MapBuilder(mapOrEmpty(argument(args, 0)), machine);
    for (const key of args.slice(1)) draft.delete(key);
    return draft.build();
  }),
  builtin("merge", [0], (args, machine) => {
    const maps = args.filter((one) => one !== null);
    return maps.length === 0 ? null : addAll(argument(maps, 0), maps.slice(1), machine);
  }),
  builtin("merge-with", [1], (args, machine) => {
    const maps = args.slice(1).filter((one) => one !== null);
    return maps.length === 0 ? null : mergedWith(argument(args, 0), maps, machine);
  }),
  binary("select-keys", (from, keys, machine) =>
    mapOf(selected(from, itemsOf(keys, machine), machine), machine),
  ),
  binary("update-vals", (from, f, machine) => mapOf(withValues(from, f, machine), machine)),
  binary("update-keys", (from, f, machine) => mapOf(withKeys(from, f, machine), machine)),
  binary("zipmap", (keys, values, machine) => {
    return mapOf(zipped(itemsOf(keys, machine), itemsOf(values, machine)), machine);
  }),
];

/** A map or nil with these entries, or a vector with other items at these places, the place after its end too. */
function withEntries(from: Value, entries: Entries, machine: Machine): Value {
  if (isVector(from)) {
    chargeCopy(from.length, machine);
    const vector = [...from];
    for (const [index, item] of entries) {
      chargeItems(1, machine);
      vector[indexIn(vector, index)] = item;
    }
    return vector;
  }
  const draft = new MapBuilder(mapOrEmpty(from), machine);
  for (const [key, value] of entries) draft.set(key, value);
  return draft.build();
}

function indexIn(vector: Items, index: Value): number {
  const fits = typeof index === "number" && Number.isInteger(index) && index >= 0 && index <= vector.length;
  if (!fits) raise("type_error", `A vector of ${vector.length} items has no such place.`);
  return index;
}

type Change = (old: Value) => Value;

function changeBy(call: Items, machine: Machine): Change {
  return (old) => machine.call(argument(call, 0), [old, ...call.slice(1)]);
}

/** The same nest of collections with another value at the end of a path; what is missing on the way becomes maps. */
function changedAt(from: Value, path: Items, change: Change, machine: Machine): Value {
  const keys = path.length === 0 ? [null] : path;
  const levels = [from];
  for (const key of keys) levels.push(lookUpOr(argument(levels, levels.length - 1), key, null, machine));
  const changed = change(levels.pop() ?? null);
  return keys.reduceRight<Value>((value, key) => {
    return withEntries(levels.pop() ?? null, pairsOf([key, value]), machine);
  }, changed);
}

function mergedWith(f: Value, maps: Items, machine: Machine): Value {
  const draft = new MapBuilder(null, machine);
  for (const map of maps) {
    for (const [key, value] of mapEntries(mapOrEmpty(map))) {
      const old = draft.get(key);
      draft.set(key, old === undefined ? value : machine.call(f, [old, value]));
    }
  }
  return draft.build();
}

function* selected(from: Value, keys: Items, machine: Machine): Entries {
  const map = mapOrEmpty(from);
  for (const key of keys) {
    const entry = entryOf(map, key, machine);
    if (entry) yield entry;
  }
}

function* withValues(from: Value, f: Value, machine: Machine): Entries {
  for (const [key, value] of mapEntries(mapOrEmpty(from))) yield [key, machine.call(f, [value])];
}

function* withKeys(from: Value, f: Value, machine: Machine): Entries {
  for (const [key, value] of mapEntries(mapOrEmpty(from))) yield [machine.call(f, [key]), value];
}

function* zipped(keys: Items, values: Items): Entries {
  for (let index = 0; index < Math.min(keys.length, values.length); index++) {
    yield [argument(keys, index), argument(values, index)];
  }
}
