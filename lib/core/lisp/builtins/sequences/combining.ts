import { countItems, itemsOf, vectorOf } from "../../items";
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
  countItems(size, machine);
  const places = Array.from({ length: size }, (_, place) => place);
  for (;;) {
    countItems(size, machine);
    yield places.map((place) => argument(items, place));
    const movable = places.findLastIndex((place, at) => place < items.length - size + at);
    const next = places[movable];
    if (next === undefined) return;
    for (let at = movable; at < size; at++) places[at] = next + 1 + at - movable;
  }
}
