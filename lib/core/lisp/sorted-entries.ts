import type { Machine } from "./machine";
import { type AnyMap, mapEntries } from "./map-access";
import { Keyword, LispSet, type Value } from "./values";

/** An entry of a map, or a member of a set. */
export type Entry = readonly [first: Value, second?: Value];

/**
 * Entries of a map, or members of a set, in the order in which they are shown: numbers by value, then everything else
 * by its text, a keyword like its string. `textOf` gives the text of a key that is neither.
 */
export function sortedEntries(
  collection: AnyMap | LispSet,
  textOf: (key: Value) => string,
  machine: Machine,
): readonly Entry[] {
  const entries: readonly Entry[] =
    collection instanceof LispSet
      ? Array.from(collection.members.values(), (member): Entry => [member])
      : mapEntries(collection);
  machine.spend(2 * entries.length);
  const keyed = entries.map((entry) => ({ entry, text: keyText(entry[0], textOf) }));
  keyed.sort((a, b) => compareNumbers(a.entry[0], b.entry[0]) || compareTexts(a.text, b.text));
  return keyed.map(({ entry }) => entry);
}

function keyText(key: Value, textOf: (key: Value) => string): string {
  if (typeof key === "string") return key;
  return key instanceof Keyword ? key.name : textOf(key);
}

function compareNumbers(a: Value, b: Value): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  return typeof b === "number" ? 1 : 0;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
