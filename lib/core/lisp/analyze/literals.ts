import { mapOf, setOf } from "../collections";
import type { Form, GroupForm } from "../read/forms";
import { BYTES_PER_ITEM, Sym, type Value } from "../values";

import { constant, type Frame, type Node, valuesOf } from "./node";
import type { Scope } from "./scope";

/** `[a b]`, `{k v}`, `#{a b}`: each item is evaluated, and what is built is counted. */
export function analyzeLiteral(form: GroupForm, scope: Scope): Node {
  const items = form.items.map((item) => scope.analyze(item));
  return built(form, items);
}

/** What a form is when it is not evaluated: symbols are symbols, lists are vectors. */
export function quoted(form: Form): Node {
  if (form.kind === "constant") return constant(form.value);
  if (form.kind === "symbol") return constant(new Sym(form.name));
  return built(form, form.items.map(quoted));
}

function built({ kind, at }: GroupForm, items: readonly Node[]): Node {
  return (frame) => {
    frame.run.step(at);
    const values = valuesOf(items, frame);
    return frame.run.atOffset(at, () => collection(kind, values, frame));
  };
}

function collection(kind: GroupForm["kind"], values: readonly Value[], { run }: Frame): Value {
  if (kind === "set") return setOf(values, run);
  if (kind === "map") return mapOf(pairsOf(values), run);
  run.allocate(values.length * BYTES_PER_ITEM);
  return values;
}

/** Two by two; one that is left over at the end has no second and is left out. */
export function pairsOf<T>(items: readonly T[]): [T, T][] {
  const found: [T, T][] = [];
  for (let index = 1; index < items.length; index += 2) {
    found.push([items[index - 1] as T, items[index] as T]);
  }
  return found;
}
