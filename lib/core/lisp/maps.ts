import { lookupKey } from "./keys";
import { BYTES_PER_ITEM, type Machine } from "./machine";
import type { AnyMap } from "./map-access";
import { Keyword, LispMap, LispSet, type Value } from "./values";

/** The value at a key; undefined where there is none. Spends by the size of the key where a machine is given. */
export function mapGet(map: AnyMap, key: Value, machine?: Machine): Value | undefined {
  if (map instanceof LispMap) return map.entries.get(lookupKey(key, machine))?.[1];
  const name = key instanceof Keyword ? key.name : key;
  return typeof name === "string" && Object.hasOwn(map, name) ? map[name] : undefined;
}

/** A map of these entries; a later one replaces an earlier one of the same key. Spends and counts them. */
export function mapOf(entries: Iterable<readonly [Value, Value]>, machine: Machine): LispMap {
  const map = new Map<string, readonly [Value, Value]>();
  for (const entry of entries) {
    machine.spend(1);
    machine.build(2 * BYTES_PER_ITEM);
    const key = lookupKey(entry[0], machine);
    const known = map.get(key);
    map.set(key, known ? [known[0], entry[1]] : entry);
  }
  return new LispMap(map);
}

/** A set of these members. Spends and counts them. */
export function setOf(members: Iterable<Value>, machine: Machine): LispSet {
  const set = new Map<string, Value>();
  for (const member of members) {
    machine.spend(1);
    machine.build(BYTES_PER_ITEM);
    const key = lookupKey(member, machine);
    if (!set.has(key)) set.set(key, member);
  }
  return new LispSet(set);
}
