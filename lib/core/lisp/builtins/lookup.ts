import { graphemesOf } from "../graphemes";
import { lookupKey } from "../keys";
import type { Machine } from "../machine";
import { type AnyMap, isMap, isVector } from "../map-access";
import { mapGet } from "../maps";
import { Keyword, LispMap, LispSet, type Value } from "../values";

/**
 * What stands at a key of a map, a place of a vector or string, or as a member of a set; undefined where nothing does,
 * in values without keys too (docs/predicates.md, "Functions").
 */
export function lookUp(value: Value, key: Value, machine: Machine): Value | undefined {
  if (isVector(value)) return typeof key === "number" ? value[key] : undefined;
  if (typeof value === "string") {
    return typeof key === "number" ? graphemesOf(value, machine)[key] : undefined;
  }
  if (value instanceof LispSet) return value.members.get(lookupKey(key, machine));
  return isMap(value) ? mapGet(value, key, machine) : undefined;
}

/** `lookUp`, with a value for what is not there. */
export function lookUpOr(value: Value, key: Value, missing: Value, machine: Machine): Value {
  const found = lookUp(value, key, machine);
  return found === undefined ? missing : found;
}

/** The entry at a key, the key as the map has it; undefined where there is none. */
export function entryOf(
  map: AnyMap,
  key: Value,
  machine: Machine,
): readonly [key: Value, value: Value] | undefined {
  if (map instanceof LispMap) return map.entries.get(lookupKey(key, machine));
  const value = mapGet(map, key, machine);
  return value === undefined ? undefined : [key instanceof Keyword ? key.name : key, value];
}
