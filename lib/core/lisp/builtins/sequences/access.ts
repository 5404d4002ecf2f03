import { raise } from "../../errors";
import { countGraphemes } from "../../graphemes";
import { itemsOf, sliceOf } from "../../items";
import { isMap, isVector, kindOf, mapSize } from "../../kinds";
import { type Builtin, builtin, LispSet, type Machine, type Value } from "../../values";

import { amountOf, argument, unary } from "../define";

/** Parts of a sequence by their place (docs/predicates.md, "Functions"). */
export const ACCESS: readonly Builtin[] = [
  unary("count", sizeOf),
  unary("first", (from, machine) => argument(itemsOf(from, machine), 0)),
  unary("second", (from, machine) => argument(itemsOf(from, machine), 1)),
  unary("last", (from, machine) => itemsOf(from, machine).at(-1) ?? null),
  unary("ffirst", (from, machine) => {
    const first = argument(itemsOf(from, machine), 0);
    return argument(itemsOf(first, machine), 0);
  }),
  unary("rest", (from, machine) => afterFirst(from, machine)),
  unary("next", (from, machine) => orNil(afterFirst(from, machine))),
  unary("butlast", (from, machine) => orNil(beforeLast(itemsOf(from, machine), machine))),
  unary("seq", (from, machine) => orNil(itemsOf(from, machine))),
  unary("not-empty", (from, machine) => (sizeOf(from, machine) === 0 ? null : from)),
  unary("peek", (from) => vectorOrEmpty(from).at(-1) ?? null),
  unary("pop", (from, machine) => {
    if (from === null) return null;
    if (vectorOrEmpty(from).length === 0)
      raise("type_error", "There is nothing to pop from an empty vector.");
    return beforeLast(vectorOrEmpty(from), machine);
  }),
  builtin("subvec", [2, 3], (args, machine) => {
    const items = vectorOrEmpty(argument(args, 0));
    const from = Math.trunc(amountOf(argument(args, 1)));
    const to = args.length === 3 ? Math.trunc(amountOf(argument(args, 2))) : items.length;
    return sliceOf(items, Math.max(0, from), Math.max(0, to), machine);
  }),
  builtin("nth", [2, 3], (args, machine) => {
    const [from, missing] = [argument(args, 0), argument(args, 2)];
    if (isMap(from) || from instanceof LispSet) raise("type_error", `There is no order in ${kindOf(from)}.`);
    const found = itemsOf(from, machine)[Math.trunc(amountOf(argument(args, 1)))];
    return found === undefined ? missing : found;
  }),
];

/** How many items a collection has; throws `type_error` for what is none. */
function sizeOf(value: Value, machine: Machine): number {
  if (typeof value === "string") return countGraphemes(value, machine);
  if (value instanceof LispSet) return value.members.size;
  return isMap(value) ? mapSize(value, machine) : itemsOf(value, machine).length;
}

/** nil where a sequence has no items. */
export function orNil(items: readonly Value[]): Value {
  return items.length === 0 ? null : items;
}

function afterFirst(from: Value, machine: Machine): readonly Value[] {
  const items = itemsOf(from, machine);
  return sliceOf(items, 1, items.length, machine);
}

function beforeLast(items: readonly Value[], machine: Machine): readonly Value[] {
  return sliceOf(items, 0, Math.max(0, items.length - 1), machine);
}

/** A vector, an empty one for nil; throws `type_error` for anything else. */
function vectorOrEmpty(value: Value): readonly Value[] {
  if (value === null) return [];
  if (!isVector(value)) raise("type_error", `Expected a vector, got ${kindOf(value)}.`);
  return value;
}
