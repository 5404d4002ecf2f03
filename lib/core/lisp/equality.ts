import { mapGet } from "./collections";
import { isMap, isVector, mapEntries, mapSize } from "./kinds";
import { levelBelow } from "./limits";
import { Keyword, LispSet, type Machine, Regex, Sym, type Value } from "./values";

/**
 * Structural equality; numbers by value, NaN equal to nothing. Spends one a compared part where a machine is given;
 * throws `limit_exceeded` for values nested too deep.
 */
export function isEqual(a: Value, b: Value, machine?: Machine, level = 0): boolean {
  machine?.spend(typeof a === "string" ? 1 + (a.length >> 10) : 1);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const below = levelBelow(level);
  if (isVector(a) || isVector(b)) {
    if (!isVector(a) || !isVector(b) || a.length !== b.length) return false;
    return a.every((item, index) => isEqual(item, b[index] as Value, machine, below));
  }
  if (a instanceof LispSet || b instanceof LispSet) {
    if (!(a instanceof LispSet && b instanceof LispSet) || a.members.size !== b.members.size) return false;
    machine?.spend(a.members.size);
    return [...a.members.keys()].every((key) => b.members.has(key));
  }
  if (a instanceof Keyword && b instanceof Keyword) return a.name === b.name;
  if (a instanceof Sym && b instanceof Sym) return a.name === b.name;
  if (a instanceof Regex && b instanceof Regex) return a.source === b.source;
  if (!isMap(a) || !isMap(b)) return a === b;
  if (mapSize(a, machine) !== mapSize(b, machine)) return false;
  return mapEntries(a).every(([key, value]) => {
    const other = mapGet(b, key, machine);
    return other !== undefined && isEqual(value, other, machine, below);
  });
}
