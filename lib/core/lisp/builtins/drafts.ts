import { raise } from "../errors";
import { countCopy, countItems, itemsOf } from "../items";
import { lookupKey } from "../keys";
import { kindOf } from "../kind-of";
import type { Machine } from "../machine";
import { type AnyMap, isMap, isVector, mapEntries } from "../map-access";
import { LispMap, LispSet, type Value } from "../values";
import { argument } from "./define";

type Entry = readonly [key: Value, value: Value];

/** A copy of a map that takes changes until it is done. A key keeps its place and its first writing. */
export class MapDraft {
  private readonly entries: Map<string, Entry>;
  private readonly machine: Machine;

  constructor(from: AnyMap | null, machine: Machine) {
    this.machine = machine;
    if (from instanceof LispMap) {
      countCopy(from.entries.size, machine);
      this.entries = new Map(from.entries);
    } else {
      this.entries = new Map();
      this.addMap(from ?? {});
    }
  }

  get(key: Value): Value | undefined {
    return this.entries.get(lookupKey(key, this.machine))?.[1];
  }

  set(key: Value, value: Value): void {
    countItems(2, this.machine);
    const text = lookupKey(key, this.machine);
    const known = this.entries.get(text);
    this.entries.set(text, [known ? known[0] : key, value]);
  }

  /** All entries of a map, or what stands for them: a [key value] vector, or nil for none. */
  add(value: Value): void {
    if (isMap(value)) return this.addMap(value);
    if (value !== null) this.set(...pairOf(value));
  }

  delete(key: Value): void {
    this.entries.delete(lookupKey(key, this.machine));
  }

  done(): LispMap {
    return new LispMap(this.entries);
  }

  private addMap(map: AnyMap): void {
    for (const [key, value] of mapEntries(map)) this.set(key, value);
  }
}

/** A map, an empty one for nil; throws `type_error` for anything else. */
export function mapOrNone(value: Value): AnyMap {
  if (value === null) return {};
  if (isMap(value)) return value;
  raise("type_error", `Expected a map, got ${kindOf(value)}.`);
}

/** A [key value] vector as an entry; throws `type_error` for anything else. */
export function pairOf(value: Value): Entry {
  if (isVector(value) && value.length === 2) return [argument(value, 0), argument(value, 1)];
  raise("type_error", `Expected a [key value] vector, got ${kindOf(value)}.`);
}

/** Keys and values in turns as entries; throws `arity_error` where a value is missing. */
export function* pairsOf(args: readonly Value[]): Generator<Entry> {
  if (args.length % 2 === 1) raise("arity_error", "The last key has no value.");
  for (let place = 0; place < args.length; place += 2)
    yield [argument(args, place), argument(args, place + 1)];
}

/** A set that takes changes: members by the texts of their keys. */
export function draftOfSet(from: LispSet, machine: Machine): Map<string, Value> {
  countCopy(from.members.size, machine);
  return new Map(from.members);
}

/** Puts members that are not there yet into such a draft. */
export function addMembers(draft: Map<string, Value>, members: Iterable<Value>, machine: Machine): void {
  for (const member of members) {
    countItems(1, machine);
    const key = lookupKey(member, machine);
    if (!draft.has(key)) draft.set(key, member);
  }
}

/** A collection with these in it: at the end of a vector (nil is an empty one), as entries of a map, or as members. */
export function addAll(collection: Value, items: Iterable<Value>, machine: Machine): Value {
  if (collection instanceof LispSet) {
    const draft = draftOfSet(collection, machine);
    addMembers(draft, items, machine);
    return new LispSet(draft);
  }
  if (isMap(collection)) {
    const draft = new MapDraft(collection, machine);
    for (const item of items) draft.add(item);
    return draft.done();
  }
  if (typeof collection === "string") raise("type_error", "A string is no collection to add to.");
  const present = itemsOf(collection, machine);
  countCopy(present.length, machine);
  const vector = [...present];
  for (const item of items) {
    countItems(1, machine);
    vector.push(item);
  }
  return vector;
}
