import { Fn, type JsonMap, Keyword, LispMap, LispSet, type Machine, Regex, Sym, type Value } from "./values";

/** Maps of both kinds, JSON objects and maps of programs, behind one set of functions. */
export type AnyMap = LispMap | JsonMap;

/** `Array.isArray` that the types of read-only arrays understand. */
export function isVector(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is AnyMap {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !(
    value instanceof Keyword ||
    value instanceof Sym ||
    value instanceof LispSet ||
    value instanceof Regex ||
    value instanceof Fn
  );
}

/** How many entries there are. Counting those of a JSON object takes time, which is spent where a machine is given. */
export function mapSize(map: AnyMap, machine?: Machine): number {
  if (map instanceof LispMap) return map.entries.size;
  const size = Object.keys(map).length;
  machine?.spend(size >> 3);
  return size;
}

/** Keys with their values, in the order in which they were put in. */
export function mapEntries(map: AnyMap): (readonly [Value, Value])[] {
  return map instanceof LispMap ? [...map.entries.values()] : Object.entries(map);
}

/** What a value is, in the words of a fault's message: "a number", "nil". */
export function kindOf(value: Value): string {
  if (value === null) return "nil";
  if (typeof value !== "object") return `a ${typeof value}`;
  if (isVector(value)) return "a vector";
  if (value instanceof Keyword) return "a keyword";
  if (value instanceof Sym) return "a symbol";
  if (value instanceof LispSet) return "a set";
  if (value instanceof Regex) return "a regex";
  return value instanceof Fn ? "a function" : "a map";
}
