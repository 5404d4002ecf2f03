import { addMembers, type Entry, MapBuilder, mutableMembers } from "../collections";
import { raise } from "../errors";
import { chargeCopy, chargeItems, itemsOf } from "../items";
import { type AnyMap, isMap, isVector, kindOf, mapEntries } from "../kinds";
import { LispSet, type Machine, type Value } from "../values";

import { argument } from "./define";

/** A map, an empty one for nil; throws `type_error` for anything else. */
export function mapOrEmpty(value: Value): AnyMap {
  if (value === null) return {};
  if (isMap(value)) return value;
  raise("type_error", `Expected a map, got ${kindOf(value)}.`);
}

/** A [key value] vector as an entry; throws `type_error` for anything else. */
export function pairOf(value: Value): Entry {
  if (isVector(value) && value.length === 2) return [argument(value, 0), argument(value, 1)];
  raise("type_error", `Expected a [key value] vector, got ${kindOf(value)}.`);
}

/** Keys and values in turns as entries; throws `arity_error` where a value is missing. */
export function* pairsOf(args: readonly Value[]): Generator<Entry> {
  if (args.length % 2 === 1) raise("arity_error", "The last key has no value.");
  for (let index = 0; index < args.length; index += 2)
    yield [argument(args, index), argument(args, index + 1)];
}

/** Puts into a draft what stands for entries: a map, a [key value] vector, or nil for none. */
export function addEntries(draft: MapBuilder, value: Value): void {
  if (isMap(value)) draft.setAll(mapEntries(value));
  else if (value !== null) draft.set(...pairOf(value));
}

/** A collection with these in it: at the end of a vector (nil is an empty one), as entries of a map, or as members. */
export function addAll(collection: Value, items: Iterable<Value>, machine: Machine): Value {
  if (collection instanceof LispSet) {
    const draft = mutableMembers(collection, machine);
    addMembers(draft, items, machine);
    return new LispSet(draft);
  }
  if (isMap(collection)) {
    const draft = new MapBuilder(collection, machine);
    for (const item of items) addEntries(draft, item);
    return draft.build();
  }
  if (typeof collection === "string") raise("type_error", "A string is not a collection to add to.");
  const present = itemsOf(collection, machine);
  chargeCopy(present.length, machine);
  const vector = [...present];
  for (const item of items) {
    chargeItems(1, machine);
    vector.push(item);
  }
  return vector;
}
