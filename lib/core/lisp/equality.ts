import type { Machine } from "./machine";
import { isMap, isVector, mapEntries, mapSize } from "./map-access";
import { mapGet } from "./maps";
import { LispSet, Regex, type Value } from "./values";

/** Structural equality; numbers by value, NaN equal to nothing. Spends one a compared part where a machine is given. */
export function isEqual(a: Value, b: Value, machine?: Machine): boolean {
  machine?.spend(1);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (isVector(a) || isVector(b)) {
    if (!isVector(a) || !isVector(b) || a.length !== b.length) return false;
    return a.every((item, place) => isEqual(item, b[place] ?? null, machine));
  }
  if (a instanceof LispSet || b instanceof LispSet) {
    if (!(a instanceof LispSet && b instanceof LispSet) || a.members.size !== b.members.size) return false;
    machine?.spend(a.members.size);
    return [...a.members.keys()].every((key) => b.members.has(key));
  }
  if (a instanceof Regex && b instanceof Regex) return a.source === b.source;
  if (!isMap(a) || !isMap(b)) return a === b;
  if (mapSize(a) !== mapSize(b)) return false;
  return mapEntries(a).every(([key, value]) => {
    const other = mapGet(b, key);
    return other !== undefined && isEqual(value, other, machine);
  });
}
