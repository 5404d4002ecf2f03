import { mapOf, setOf } from "../../collections";
import { raise } from "../../errors";
import { chargeCopy, chargeItems, itemsOf, sliceOf, vectorOf } from "../../items";
import { isMap, isVector } from "../../kinds";
import { type Builtin, builtin, LispSet, type Machine, type Value } from "../../values";
import { addAll, pairsOf } from "../adding";
import { amountOf, argument, binary, unary } from "../define";

/** Combinations of a collection's items, in the order of their places (docs/predicates.md, "Functions"). */
export const COMBINING: readonly Builtin[] = [
  binary("combinations", (from, size, machine) => {
    const chosen = combinations(itemsOf(from, machine), Math.trunc(amountOf(size)), machine);
    return vectorOf(chosen, machine);
  }),
];

/** Collections from items, and collections with items added (docs/predicates.md, "Functions"). */
export const BUILDING: readonly Builtin[] = [
  builtin("vector", [0], (args, machine) => sliceOf(args, 0, args.length, machine)),
  builtin("list", [0], (args, machine) => sliceOf(args, 0, args.length, machine)),
  builtin("hash-set", [0], (args, machine) => setOf(args, machine)),
  builtin("hash-map", [0], (args, machine) => mapOf(pairsOf(args), machine)),
  unary("vec", itemsOf),
  unary("set", (from, machine) => setOf(itemsOf(from, machine), machine)),
  builtin("conj", [0], (args, machine) => {
    if (args.length === 1) return argument(args, 0);
    return addAll(argument(args, 0), args.slice(1), machine);
  }),
  builtin("into", [0, 2], (args, machine) => {
    if (args.length === 1) return argument(args, 0);
    return addAll(argument(args, 0), itemsOf(argument(args, 1), machine), machine);
  }),
  binary("cons", (item, onto, machine) => joinAll([[item], onto], machine)),
  builtin("concat", [0], joinAll),
  unary("empty", (like) => {
    if (isVector(like)) return [];
    if (like instanceof LispSet) return new LispSet(new Map());
    return isMap(like) ? {} : null;
  }),
  builtin("range", [1, 3], (args, machine) => {
    const from = args.length === 1 ? 0 : amountOf(argument(args, 0));
    const to = amountOf(argument(args, args.length === 1 ? 0 : 1));
    const step = args.length === 3 ? amountOf(argument(args, 2)) : 1;
    return vectorOf(steps(from, to, step), machine);
  }),
  binary("repeat", (times, item, machine) => vectorOf(copies(Math.trunc(amountOf(times)), item), machine)),
];

/** The items of several collections, one after the other, in one vector. */
function joinAll(collections: readonly Value[], machine: Machine): readonly Value[] {
  const whole: Value[] = [];
  for (const one of collections) {
    const items = itemsOf(one, machine);
    chargeCopy(items.length, machine);
    for (const item of items) whole.push(item);
  }
  return whole;
}

function* steps(from: number, to: number, step: number): Generator<number> {
  if (step === 0) raise("type_error", "A range cannot go on by steps of 0.");
  for (let at = from; step > 0 ? at < to : at > to; at += step) yield at;
}

function* copies(times: number, item: Value): Generator<Value> {
  for (let made = 0; made < times; made++) yield item;
}

function* combinations(items: readonly Value[], size: number, machine: Machine): Generator<readonly Value[]> {
  if (size < 0 || size > items.length) return;
  chargeItems(size, machine);
  const indexes = Array.from({ length: size }, (_, index) => index);
  for (;;) {
    chargeItems(size, machine);
    yield indexes.map((index) => argument(items, index));
    const movable = indexes.findLastIndex((index, at) => index < items.length - size + at);
    const next = indexes[movable];
    if (next === undefined) return;
    for (let at = movable; at < size; at++) indexes[at] = next + 1 + at - movable;
  }
}
