import { raise } from "./errors";
import type { Machine } from "./machine";
import { isVector, mapEntries } from "./map-access";
import { Fn, Keyword, LispSet, Regex, type Value } from "./values";

/** Equal texts for values that are the same key of a map or member of a set: a keyword is found by its string. */
export function lookupKey(value: Value, machine?: Machine): string {
  return value instanceof Keyword ? `s${value.name}` : identityKey(value, machine);
}

/** Equal texts for equal values. Spends by size where a machine is given; throws `type_error` for a function. */
export function identityKey(value: Value, machine?: Machine): string {
  machine?.spend(1);
  if (value === null) return "nil";
  if (typeof value === "string") return `s${value}`;
  if (typeof value === "number") return `n${value === 0 ? 0 : value}`;
  if (typeof value === "boolean") return `b${value}`;
  if (value instanceof Keyword) return `k${value.name}`;
  if (isVector(value)) return `v${joined(value.map((item) => identityKey(item, machine)))}`;
  if (value instanceof LispSet) return `e${joined([...value.members.keys()].sort())}`;
  if (value instanceof Regex) return `r${value.source}`;
  if (value instanceof Fn) raise("type_error", "A function cannot be a key or be compared by what it is.");
  const parts = mapEntries(value).map(([key, item]) =>
    joined([lookupKey(key, machine), identityKey(item, machine)]),
  );
  return `m${joined(parts.sort())}`;
}

/** Parts with their lengths before them, so that no two lists give the same text. */
function joined(parts: readonly string[]): string {
  return parts.map((part) => `${part.length}:${part}`).join("");
}
