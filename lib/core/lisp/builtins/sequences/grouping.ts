import { isEqual } from "../../equality";
import { raise } from "../../errors";
import { chargeItems, itemsOf, sliceOf, vectorOf } from "../../items";
import { lookupKey } from "../../keys";
import { type Builtin, builtin, LispMap, type Machine, type Value } from "../../values";

import { amountOf, argument, binary, keyOf, unary } from "../define";

type Items = readonly Value[];

/** Items put together: by a key, by their number, or by what changes (docs/predicates.md, "Functions"). */
export const GROUPING: readonly Builtin[] = [
  binary("group-by", (f, from, machine) => {
    const groups = new Map<string, [Value, Value[]]>();
    for (const item of itemsOf(from, machine)) {
      const key = keyOf(f, item, machine);
      chargeItems(1, machine);
      entryOf<Value[]>(groups, key, () => [], machine)[1].push(item);
    }
    return new LispMap(groups);
  }),
  unary("frequencies", (from, machine) => {
    const counts = new Map<string, [Value, number]>();
    for (const item of itemsOf(from, machine)) entryOf(counts, item, () => 0, machine)[1]++;
    return new LispMap(counts);
  }),
  builtin("partition", [2, 4], (args, machine) => vectorOf(partitions(args, machine), machine)),
  builtin("partition-all", [2, 3], (args, machine) => {
    const { size, step, items } = sizesOf(args.slice(0, -1), argument(args, args.length - 1), machine);
    return vectorOf(windows(items, size, step, machine), machine);
  }),
  binary("partition-by", (f, from, machine) => vectorOf(runs(f, itemsOf(from, machine), machine), machine)),
];

/** The entry of a key in a map that is being made; made with a first value where there is none. */
function entryOf<T extends Value>(
  map: Map<string, [Value, T]>,
  key: Value,
  first: () => T,
  machine: Machine,
): [Value, T] {
  machine.spend(1);
  const text = lookupKey(key, machine);
  const known = map.get(text);
  if (known) return known;
  chargeItems(2, machine);
  const entry: [Value, T] = [key, first()];
  map.set(text, entry);
  return entry;
}

/** Full windows alone; the rest is filled up where there is something to fill it with. */
function* partitions(args: Items, machine: Machine): Generator<Items> {
  const { size, step, items } = sizesOf(args.slice(0, -1), argument(args, args.length - 1), machine);
  for (const window of windows(items, size, step, machine)) {
    if (window.length === size) yield window;
    else {
      if (args.length === 4) {
        const padding = sliceOf(itemsOf(argument(args, 2), machine), 0, size - window.length, machine);
        yield [...window, ...padding];
      }
      return;
    }
  }
}

function sizesOf(args: Items, from: Value, machine: Machine): { size: number; step: number; items: Items } {
  const size = Math.trunc(amountOf(argument(args, 0)));
  const step = args.length > 1 ? Math.trunc(amountOf(argument(args, 1))) : size;
  if (size < 1 || step < 1)
    raise("type_error", "Parts have at least one item, and start at least one item apart.");
  return { size, step, items: itemsOf(from, machine) };
}

function* windows(items: Items, size: number, step: number, machine: Machine): Generator<Items> {
  for (let index = 0; index < items.length; index += step) yield sliceOf(items, index, index + size, machine);
}

/** Neighbours for which the function answers the same. */
function* runs(f: Value, items: Items, machine: Machine): Generator<Items> {
  let start = 0;
  let before: Value = null;
  for (const [index, item] of items.entries()) {
    const answer = keyOf(f, item, machine);
    if (index > start && !isEqual(answer, before, machine)) {
      yield sliceOf(items, start, index, machine);
      start = index;
    }
    before = answer;
  }
  if (items.length > 0) yield sliceOf(items, start, items.length, machine);
}
