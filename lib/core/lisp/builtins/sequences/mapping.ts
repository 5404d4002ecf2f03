import { lookUpOr } from "../../collections";
import { itemsOf, vectorOf } from "../../items";
import { type Builtin, BYTES_PER_ITEM, builtin, type Machine, type Value } from "../../values";
import { argument, binary } from "../define";

type Items = readonly Value[];

/** What is made of each item, and items of several collections in turns (docs/predicates.md, "Functions"). */
export const MAPPING: readonly Builtin[] = [
  builtin("map", [2], (args, machine) => vectorOf(answers(args, machine), machine)),
  builtin("mapv", [2], (args, machine) => vectorOf(answers(args, machine), machine)),
  builtin("mapcat", [2], (args, machine) => vectorOf(joined(answers(args, machine), machine), machine)),
  binary("map-indexed", (f, from, machine) => vectorOf(indexed(f, from, machine), machine)),
  binary("keep", (f, from, machine) => vectorOf(present(answers([f, from], machine)), machine)),
  binary("keep-indexed", (f, from, machine) => vectorOf(present(indexed(f, from, machine)), machine)),
  binary("pluck", (key, from, machine) => vectorOf(plucked(key, from, machine), machine)),
  builtin("zip", [1], (args, machine) => vectorOf(chargedRows(args, machine), machine)),
  builtin("interleave", [0], (args, machine) => vectorOf(joined(rows(args, machine), machine), machine)),
  binary("interpose", (between, from, machine) =>
    vectorOf(interposed(between, itemsOf(from, machine)), machine),
  ),
];

/** The first items of all collections, then the second ones, up to the end of the shortest. */
function* rows(from: Items, machine: Machine): Generator<Items> {
  const collections = from.map((one) => itemsOf(one, machine));
  const lengths = collections.map((one) => one.length);
  const shortest = lengths.reduce((least, one) => Math.min(least, one), lengths[0] ?? 0);
  for (let index = 0; index < shortest; index++) {
    machine.spend(collections.length);
    yield collections.map((one) => argument(one, index));
  }
}

function* chargedRows(from: Items, machine: Machine): Generator<Items> {
  for (const row of rows(from, machine)) {
    machine.allocate(row.length * BYTES_PER_ITEM);
    yield row;
  }
}

function* answers(args: Items, machine: Machine): Generator<Value> {
  for (const row of rows(args.slice(1), machine)) yield machine.call(argument(args, 0), row);
}

function* joined(collections: Iterable<Value>, machine: Machine): Generator<Value> {
  for (const one of collections) yield* itemsOf(one, machine);
}

function* indexed(f: Value, from: Value, machine: Machine): Generator<Value> {
  for (const [index, item] of itemsOf(from, machine).entries()) yield machine.call(f, [index, item]);
}

function* present(values: Iterable<Value>): Generator<Value> {
  for (const value of values) if (value !== null) yield value;
}

function* plucked(key: Value, from: Value, machine: Machine): Generator<Value> {
  for (const item of itemsOf(from, machine)) yield lookUpOr(item, key, null, machine);
}

function* interposed(between: Value, items: Items): Generator<Value> {
  for (const [index, item] of items.entries()) {
    if (index > 0) yield between;
    yield item;
  }
}
