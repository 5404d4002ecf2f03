import { chargeCopy, chargeItems } from "./items";
import { lookupKey } from "./keys";
import type { Machine } from "./machine";
import { type AnyMap, mapEntries } from "./map-access";
import { LispMap, type LispSet, type Value } from "./values";

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
