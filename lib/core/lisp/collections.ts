import { getOwn } from "../own";
import { cutText } from "../text";
import { raise } from "./errors";
import { graphemesOf } from "./graphemes";
import { chargeCopy, chargeItems } from "./items";
import { lookupKey } from "./keys";
import { type AnyMap, isMap, isVector, mapEntries } from "./kinds";
import { printReadable } from "./print";
import { Keyword, LispMap, LispSet, type Machine, NamedMap, type Value } from "./values";

export type Entry = readonly [key: Value, value: Value];

/** A copy of a map that takes changes until it is done. A key keeps its place and its first writing. */
export class MapBuilder {
  private readonly entries: Map<string, Entry>;
  private readonly machine: Machine;

  constructor(from: AnyMap | null, machine: Machine) {
    this.machine = machine;
    if (from instanceof LispMap) {
      chargeCopy(from.entries.size, machine);
      this.entries = new Map(from.entries);
    } else {
      this.entries = new Map();
      this.setAll(mapEntries(from ?? {}));
    }
  }

  get(key: Value): Value | undefined {
    return this.entries.get(lookupKey(key, this.machine))?.[1];
  }

  set(key: Value, value: Value): void {
    chargeItems(2, this.machine);
    const text = lookupKey(key, this.machine);
    const known = this.entries.get(text);
    this.entries.set(text, [known ? known[0] : key, value]);
  }

  setAll(entries: Iterable<Entry>): void {
    for (const [key, value] of entries) this.set(key, value);
  }

  delete(key: Value): void {
    this.entries.delete(lookupKey(key, this.machine));
  }

  build(): LispMap {
    return new LispMap(this.entries);
  }
}

/** A set that takes changes: members by the texts of their keys. */
export function mutableMembers(from: LispSet, machine: Machine): Map<string, Value> {
  chargeCopy(from.members.size, machine);
  return new Map(from.members);
}

/** Puts members that are not there yet into such a draft. */
export function addMembers(draft: Map<string, Value>, members: Iterable<Value>, machine: Machine): void {
  for (const member of members) {
    chargeItems(1, machine);
    const key = lookupKey(member, machine);
    if (!draft.has(key)) draft.set(key, member);
  }
}

/** The value at a key; undefined where there is none. Spends by the size of the key where a machine is given. */
export function mapGet(map: AnyMap, key: Value, machine?: Machine): Value | undefined {
  if (map instanceof LispMap) return map.entries.get(lookupKey(key, machine))?.[1];
  const name = key instanceof Keyword ? key.name : key;
  return typeof name === "string" ? getOwn(map, name) : undefined;
}

/** True for a key of a map, or a member of a set, a name that means a key among them. */
export function hasKey(from: AnyMap | LispSet, key: Value, machine: Machine): boolean {
  const isThere = from instanceof NamedMap ? namedEntry(from, key, machine) : lookUp(from, key, machine);
  return isThere !== undefined;
}

function namedEntry({ entries, keyOf }: NamedMap, key: Value, machine: Machine): Entry | undefined {
  const known = keyOf(lookupKey(key, machine));
  return known === undefined ? undefined : entries.get(known);
}

const MAX_NAMES_TOLD = 10;

/** The entry of a name. Throws `unbound_symbol` for one that means none. */
function boundEntry(map: NamedMap, key: Value, machine: Machine): Entry {
  const entry = namedEntry(map, key, machine);
  if (entry) return entry;
  const names = [...map.entries.keys()].slice(0, MAX_NAMES_TOLD);
  const there = names.length > 0 ? `There are ${names.join(", ")}.` : "There are none.";
  raise("unbound_symbol", `Nothing here is called ${cutText(printReadable(key, machine), 100)}. ${there}`);
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

/**
 * What stands at a key of a map, a place of a vector or string, or as a member of a set; undefined where nothing does,
 * in values without keys too (docs/predicates.md, "Functions").
 */
export function lookUp(value: Value, key: Value, machine: Machine): Value | undefined {
  if (isVector(value) && typeof key === "number") return value[key];
  if (typeof value === "string" && typeof key === "number") return graphemesOf(value, machine)[key];
  if (value instanceof LispSet) return value.members.get(lookupKey(key, machine));
  if (value instanceof NamedMap) return boundEntry(value, key, machine)[1];
  if (isMap(value)) return mapGet(value, key, machine);
  const name = key instanceof Keyword ? key.name : key;
  if (value !== null && typeof name === "string") machine.noteKeyless(value, name);
  return undefined;
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
  if (map instanceof NamedMap) return boundEntry(map, key, machine);
  if (map instanceof LispMap) return map.entries.get(lookupKey(key, machine));
  const value = mapGet(map, key, machine);
  return value === undefined ? undefined : [key instanceof Keyword ? key.name : key, value];
}
