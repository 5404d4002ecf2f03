import { raise } from "./errors";
import { graphemesOf } from "./graphemes";
import { isMap, isVector, kindOf, mapEntries, mapSize } from "./kinds";
import { BYTES_PER_ITEM, LispSet, type Machine, type Value } from "./values";

/**
 * A value as a sequence (docs/predicates.md, "Functions"): vectors as they are, graphemes of strings, [key value]
 * vectors of maps, members of sets, nothing for nil. Throws `type_error` for all else.
 */
export function itemsOf(value: Value, machine: Machine): readonly Value[] {
  if (value === null) return [];
  if (isVector(value)) return value;
  if (typeof value === "string") return graphemesOf(value, machine);
  if (value instanceof LispSet) {
    chargeItems(value.members.size, machine);
    return [...value.members.values()];
  }
  if (!isMap(value)) raise("type_error", `Expected a collection, got ${kindOf(value)}.`);
  chargeItems(mapSize(value, machine), machine);
  return mapEntries(value);
}

/** A vector of what comes. Spends and counts each item before the next is asked for. */
export function vectorOf(items: Iterable<Value>, machine: Machine): readonly Value[] {
  const vector: Value[] = [];
  for (const item of items) {
    chargeItems(1, machine);
    vector.push(item);
  }
  return vector;
}

/** Part of a vector, from `from` up to `to`. Copying is cheap in fuel, and counted in full as built. */
export function sliceOf(
  items: readonly Value[],
  from: number,
  to: number,
  machine: Machine,
): readonly Value[] {
  chargeCopy(Math.max(0, Math.min(to, items.length) - from), machine);
  return items.slice(from, to);
}

/** Spends and counts that many items of a collection that is about to be built. */
export function chargeItems(count: number, machine: Machine): void {
  machine.spend(count);
  machine.allocate(count * BYTES_PER_ITEM);
}

/** The same for items that are copied in one go, which takes the host a small part of the time. */
export function chargeCopy(count: number, machine: Machine): void {
  machine.spend(1 + (count >> 4));
  machine.allocate(count * BYTES_PER_ITEM);
}
