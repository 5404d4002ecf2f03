import { chargeItems, itemsOf, vectorOf } from "../../items";
import type { Builtin, Machine } from "../../machine";
import type { Value } from "../../values";
import { amountOf, argument, binary } from "../define";

/** Combinations of a collection's items, in the order of their places (docs/predicates.md, "Functions"). */
export const COMBINING: readonly Builtin[] = [
  binary("combinations", (from, size, machine) => {
    const chosen = combinations(itemsOf(from, machine), Math.trunc(amountOf(size)), machine);
    return vectorOf(chosen, machine);
  }),
];

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
