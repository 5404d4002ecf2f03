import { raise } from "../errors";
import { itemsOf, partOf } from "../items";
import { kindOf } from "../kind-of";
import { isMap, isVector } from "../map-access";
import { mapOf } from "../maps";
import { type Form, type GroupForm, symbolName } from "../read/forms";
import type { Run } from "../run";
import { Keyword, type Value } from "../values";
import { refuseForm } from "./faults";
import { pairsOf } from "./literals";
import { mapPattern } from "./map-patterns";
import type { Frame } from "./node";
import type { Scope } from "./scope";

/** Puts a value, or parts of it, into names. */
export type Binder = (frame: Frame, value: Value) => void;

/** A name, `[a b & more :as all]` or `{:keys [a] :or {a 1}}` (docs/predicates.md, "Destructuring"). */
export function analysePattern(form: Form, scope: Scope): Binder {
  if (form.kind === "vector") return vectorPattern(form, scope);
  if (form.kind === "map") return mapPattern(form, scope);
  return scope.declare(plainName(form));
}

/** The name of a symbol that can be given a value; throws `analysis_error` for any other form. */
export function plainName(form: Form): string {
  const name = symbolName(form);
  if (!name || name === "&" || name.startsWith("%") || /.\/./.test(name)) {
    refuseForm(form, "A plain name is expected here.");
  }
  return name;
}

/** Whether the form is this keyword. */
export function isWord(form: Form | undefined, name: string): boolean {
  return form?.kind === "constant" && form.value instanceof Keyword && form.value.name === name;
}

function vectorPattern(form: GroupForm, scope: Scope): Binder {
  const { first, rest, all } = vectorParts(form);
  const binders = first.map((item) => analysePattern(item, scope));
  const bindRest = rest && analyseRest(rest, scope);
  const bindAll = all && scope.declare(plainName(all));
  return (frame, value) => {
    const { run } = frame;
    run.spend(binders.length);
    const items = run.placed(form.at, () => sequenceOf(value, run));
    for (const [place, bind] of binders.entries()) bind(frame, items[place] ?? null);
    bindRest?.(frame, restOf(items, binders.length, run));
    bindAll?.(frame, value);
  };
}

type VectorParts = { first: readonly Form[]; rest?: Form | undefined; all?: Form | undefined };

function vectorParts({ items }: GroupForm): VectorParts {
  const last = items.at(-1);
  const named = last && isWord(items.at(-2), "as");
  const before = named ? items.slice(0, -2) : items;
  const all = named ? last : undefined;
  const { first, rest } = splitRest(before);
  return { first, rest, all };
}

/** `a b & more`: what stands before the `&`, and the one pattern behind it. */
export function splitRest(items: readonly Form[]): { first: readonly Form[]; rest?: Form } {
  const place = items.findIndex((item) => symbolName(item) === "&");
  const sign = items[place];
  if (!sign) return { first: items };
  const [rest, more] = items.slice(place + 1);
  if (!rest || more) refuseForm(more ?? sign, "One name stands behind &.");
  return { first: items.slice(0, place), rest };
}

/** What stands behind `&`: a pattern for a vector, or a map of the keys and values that are left. */
export function analyseRest(form: Form, scope: Scope): Binder {
  if (form.kind !== "map") return analysePattern(form, scope);
  const bind = mapPattern(form, scope);
  return (frame, value) => bind(frame, isVector(value) ? namedValues(value, frame.run) : value);
}

function namedValues(items: readonly Value[], run: Run): Value {
  const [only = null] = items;
  return items.length === 1 && isMap(only) ? only : mapOf(pairsOf(items), run);
}

/** The items from a place on as a vector; nil if there are none. */
export function restOf(items: readonly Value[], from: number, run: Run): Value {
  return items.length > from ? partOf(items, from, items.length, run) : null;
}

function sequenceOf(value: Value, run: Run): readonly Value[] {
  if (value === null || isVector(value) || typeof value === "string") return itemsOf(value, run);
  raise("destructure_error", `${kindOf(value)} cannot be taken apart by a vector of names.`);
}
