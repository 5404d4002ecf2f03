import { MapBuilder, setOf } from "../../collections";
import { itemsOf, vectorOf } from "../../items";
import { isMap, isVector } from "../../kinds";
import { type Builtin, Fn, LispSet, type Machine, type Value } from "../../values";

import { addEntries } from "../adding";
import { argument, binary, holds, ternary, unary } from "../define";

/**
 * Nested values, part by part (docs/predicates.md, "Functions"). `prewalk` and `postwalk` go down by calls, which the
 * machine limits; `flatten` and `tree-seq` keep their way in a list, and go as deep as the fuel lasts.
 */
export const WALKING: readonly Builtin[] = [
  ternary("walk", (inner, outer, form, machine) => machine.call(outer, [rebuilt(form, inner, machine)])),
  binary("postwalk", (f, form, machine) => {
    const walk: Fn = new Fn("postwalk", [1, 1], (args) => {
      return machine.call(f, [rebuilt(argument(args, 0), walk, machine)]);
    });
    return machine.call(walk, [form]);
  }),
  binary("prewalk", (f, form, machine) => {
    const walk: Fn = new Fn("prewalk", [1, 1], (args) => rebuilt(machine.call(f, args), walk, machine));
    return machine.call(walk, [form]);
  }),
  ternary("tree-seq", (hasParts, partsOf, root, machine) => {
    const inside = (node: Value) =>
      holds(hasParts, node, machine) ? itemsOf(machine.call(partsOf, [node]), machine) : [];
    return vectorOf(nodes([root], inside, machine), machine);
  }),
  unary("flatten", (from, machine) => {
    const inside = (node: Value) => (isVector(node) ? node : []);
    return vectorOf(leaves(nodes(inside(from), inside, machine)), machine);
  }),
];

/** A collection of the same kind with what the function makes of each item, of each [key value] vector of a map. */
function rebuilt(form: Value, f: Value, machine: Machine): Value {
  if (isVector(form)) return vectorOf(answers(form, f, machine), machine);
  if (form instanceof LispSet) return setOf(answers(itemsOf(form, machine), f, machine), machine);
  if (!isMap(form)) return form;
  const draft = new MapBuilder(null, machine);
  for (const entry of answers(itemsOf(form, machine), f, machine)) addEntries(draft, entry);
  return draft.build();
}

function* answers(items: readonly Value[], f: Value, machine: Machine): Generator<Value> {
  for (const item of items) yield machine.call(f, [item]);
}

/** These values, each followed by what is inside it. */
function* nodes(
  values: readonly Value[],
  inside: (node: Value) => readonly Value[],
  machine: Machine,
): Generator<Value> {
  const open = [values.values()];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    machine.spend(1);
    const next = level.next();
    if (next.done) open.pop();
    else {
      yield next.value;
      open.push(inside(next.value).values());
    }
  }
}

function* leaves(values: Iterable<Value>): Generator<Value> {
  for (const value of values) if (!isVector(value)) yield value;
}
