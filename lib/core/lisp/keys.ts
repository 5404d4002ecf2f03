import { raise } from "./errors";
import { isVector, mapEntries } from "./kinds";
import { levelBelow } from "./limits";
import { Fn, Keyword, LispSet, type Machine, Regex, Sym, type Value } from "./values";

/** Stands before the text of what is not a string: short strings, the usual keys, are their own texts, uncopied. */
const MARK = "\u0000";

/** Equal texts for values that are the same key of a map or member of a set: a keyword is found by its string. */
export function lookupKey(value: Value, machine?: Machine): string {
  return identityKey(value instanceof Keyword ? value.name : value, machine);
}

/**
 * Equal texts for equal values. Spends by size where a machine is given; throws `type_error` for a function and
 * `limit_exceeded` for a value nested too deep.
 */
export function identityKey(value: Value, machine?: Machine, level = 0): string {
  machine?.spend(typeof value === "string" ? 1 + (value.length >> 10) : 1);
  if (value === null) return `${MARK}nil`;
  if (typeof value === "string") return value.startsWith(MARK) ? MARK + value : value;
  if (typeof value === "number") return `${MARK}n${value === 0 ? 0 : value}`;
  if (typeof value === "boolean") return `${MARK}b${value}`;
  if (value instanceof Keyword) return `${MARK}k${value.name}`;
  if (value instanceof Sym) return `${MARK}y${value.name}`;
  if (value instanceof Regex) return `${MARK}r${value.source}`;
  if (value instanceof Fn) raise("type_error", "A function cannot be a key or be compared by what it is.");
  const below = levelBelow(level);
  if (isVector(value)) {
    const parts = value.map((item) => identityKey(item, machine, below));
    return joined("v", parts, machine);
  }
  if (value instanceof LispSet) {
    machine?.spend(value.members.size);
    return joined("e", [...value.members.keys()].sort(), machine);
  }
  const parts = mapEntries(value).map(([key, item]) =>
    joined("p", [lookupKey(key, machine), identityKey(item, machine, below)], machine),
  );
  return joined("m", parts.sort(), machine);
}

/** Parts with their lengths before them, so that no two lists give the same text. Counts the text as built. */
function joined(kind: string, parts: readonly string[], machine?: Machine): string {
  machine?.allocate(parts.reduce((bytes, part) => bytes + 2 * part.length, 0));
  return `${MARK}${kind}${parts.map((part) => `${part.length}:${part}`).join("")}`;
}
