import { addMembers, type Entry, MapBuilder } from "./drafts";
import { lookupKey } from "./keys";
import type { Machine } from "./machine";
import type { AnyMap } from "./map-access";
import { Keyword, LispMap, LispSet, type Value } from "./values";

/** The value at a key; undefined where there is none. Spends by the size of the key where a machine is given. */
export function mapGet(map: AnyMap, key: Value, machine?: Machine): Value | undefined {
  if (map instanceof LispMap) return map.entries.get(lookupKey(key, machine))?.[1];
  const name = key instanceof Keyword ? key.name : key;
  return typeof name === "string" && Object.hasOwn(map, name) ? map[name] : undefined;
}

/** A map of these entries; a later one replaces an earlier one of the same key. Spends and counts them. */
export function mapOf(entries: Iterable<Entry>, machine: Machine): LispMap {
  const draft = new MapBuilder(null, machine);
  draft.setAll(entries);
  return draft.build();
}

/** A set of these members. Spends and counts them. */
export function setOf(members: Iterable<Value>, machine: Machine): LispSet {
  const draft = new Map<string, Value>();
  addMembers(draft, members, machine);
  return new LispSet(draft);
}
