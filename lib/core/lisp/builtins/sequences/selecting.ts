import { entryOf, lookUp } from "../../collections";
import { isEqual } from "../../equality";
import { itemsOf, sliceOf, vectorOf } from "../../items";
import { identityKey } from "../../keys";
import { isMap, isVector } from "../../kinds";
import { type Builtin, builtin, isTruthy, type Machine, type Value } from "../../values";
import { amountOf, argument, binary, holds, keyOf, unary } from "../define";
import { orNil } from "./access";

/** Whether items pass a test, and which (docs/predicates.md, "Functions"). */
export const SEARCHING: readonly Builtin[] = [
  binary("some", (test, from, machine) => {
    for (const item of itemsOf(from, machine)) {
      const answer = machine.call(test, [item]);
      if (isTruthy(answer)) return answer;
    }
    return null;
  }),
  binary("every?", (test, from, machine) => {
    return itemsOf(from, machine).every((item) => holds(test, item, machine));
  }),
  binary("not-any?", (test, from, machine) => {
    return !itemsOf(from, machine).some((item) => holds(test, item, machine));
  }),
  binary("not-every?", (test, from, machine) => {
    return !itemsOf(from, machine).every((item) => holds(test, item, machine));
  }),
  // Of a map or vector and a key, the entry; of a test and a collection, the first item that passes.
  binary("find", (a, b, machine) => {
    if (a === null) return null;
    if (isMap(a)) return entryOf(a, b, machine) ?? null;
    if (!isVector(a)) return itemsOf(b, machine).find((item) => holds(a, item, machine)) ?? null;
    const found = lookUp(a, b, machine);
    return found === undefined ? null : [b, found];
  }),
];

type Items = readonly Value[];

/** Some of the items, in their order (docs/predicates.md, "Functions"). */
export const SELECTING: readonly Builtin[] = [
  binary("filter", (test, from, machine) => vectorOf(chosen(test, from, true, machine), machine)),
  binary("filterv", (test, from, machine) => vectorOf(chosen(test, from, true, machine), machine)),
  binary("remove", (test, from, machine) => vectorOf(chosen(test, from, false, machine), machine)),
  binary("take", (count, from, machine) => sliceOf(itemsOf(from, machine), 0, howMany(count), machine)),
  binary("drop", (count, from, machine) => after(itemsOf(from, machine), howMany(count), machine)),
  binary("take-last", (count, from, machine) => {
    const items = itemsOf(from, machine);
    return orNil(after(items, Math.max(0, items.length - howMany(count)), machine));
  }),
  builtin("drop-last", [1, 2], (args, machine) => {
    const count = args.length === 1 ? 1 : howMany(argument(args, 0));
    const items = itemsOf(argument(args, args.length - 1), machine);
    return sliceOf(items, 0, Math.max(0, items.length - count), machine);
  }),
  binary("take-while", (test, from, machine) => {
    const items = itemsOf(from, machine);
    return sliceOf(items, 0, prefix(test, items, machine), machine);
  }),
  binary("drop-while", (test, from, machine) => {
    const items = itemsOf(from, machine);
    return after(items, prefix(test, items, machine), machine);
  }),
  binary("split-at", (count, from, machine) => halves(itemsOf(from, machine), howMany(count), machine)),
  binary("split-with", (test, from, machine) => {
    const items = itemsOf(from, machine);
    return halves(items, prefix(test, items, machine), machine);
  }),
  unary("distinct", (from, machine) =>
    vectorOf(
      firstOfEach(from, (item) => item, machine),
      machine,
    ),
  ),
  binary("distinct-by", (f, from, machine) => {
    const firsts = firstOfEach(from, (item) => keyOf(f, item, machine), machine);
    return vectorOf(firsts, machine);
  }),
  builtin("distinct?", [1], (args, machine) => {
    const firsts = firstOfEach(args, (item) => item, machine);
    return vectorOf(firsts, machine).length === args.length;
  }),
  unary("dedupe", (from, machine) => vectorOf(changes(itemsOf(from, machine), machine), machine)),
];

function* chosen(test: Value, from: Value, wanted: boolean, machine: Machine): Generator<Value> {
  for (const item of itemsOf(from, machine)) if (holds(test, item, machine) === wanted) yield item;
}

/** How many items to take or leave: part of one counts as one, less than none as none. */
function howMany(count: Value): number {
  return Math.max(0, Math.ceil(amountOf(count)));
}

function after(items: Items, index: number, machine: Machine): Items {
  return sliceOf(items, index, items.length, machine);
}

function halves(items: Items, index: number, machine: Machine): Items {
  return [sliceOf(items, 0, index, machine), after(items, index, machine)];
}

/** How many items there are before the first that fails the test. */
function prefix(test: Value, items: Items, machine: Machine): number {
  const end = items.findIndex((item) => !holds(test, item, machine));
  return end === -1 ? items.length : end;
}

function* firstOfEach(from: Value, keyOf: (item: Value) => Value, machine: Machine): Generator<Value> {
  const seen = new Set<string>();
  for (const item of itemsOf(from, machine)) {
    const key = identityKey(keyOf(item), machine);
    if (!seen.has(key)) yield item;
    seen.add(key);
  }
}

function* changes(items: Items, machine: Machine): Generator<Value> {
  for (const [index, item] of items.entries()) {
    if (index === 0 || !isEqual(item, argument(items, index - 1), machine)) yield item;
  }
}
