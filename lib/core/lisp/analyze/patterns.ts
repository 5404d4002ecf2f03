import { lookUp, mapOf } from "../collections";
import { raise } from "../errors";
import { itemsOf, sliceOf } from "../items";
import { isMap, isVector, kindOf } from "../kinds";

import { type Form, type GroupForm, symbolName } from "../read/forms";
import type { Run } from "../run";
import { Keyword, type Value } from "../values";
import { failForm } from "./list-forms";
import { pairsOf } from "./literals";
import { constant, type Frame, type Node } from "./node";
import type { Scope } from "./scope";

/** Puts a value, or parts of it, into names. */
export type Binder = (frame: Frame, value: Value) => void;

/** A name, `[a b & more :as all]` or `{:keys [a] :or {a 1}}` (docs/predicates.md, "Destructuring"). */
export function analyzePattern(form: Form, scope: Scope): Binder {
  if (form.kind === "vector") return vectorPattern(form, scope);
  if (form.kind === "map") return mapPattern(form, scope);
  return scope.declare(plainName(form));
}

/** The name of a symbol that can be given a value; throws `analysis_error` for any other form. */
export function plainName(form: Form): string {
  const name = symbolName(form);
  if (!name || name === "&" || name.startsWith("%") || /.\/./.test(name)) {
    failForm(form, "A plain name is expected here.");
  }
  return name;
}

/** Whether the form is this keyword. */
export function isKeyword(form: Form | undefined, name: string): boolean {
  return form?.kind === "constant" && form.value instanceof Keyword && form.value.name === name;
}

function vectorPattern(form: GroupForm, scope: Scope): Binder {
  const { first, rest, all } = vectorParts(form);
  const binders = first.map((item) => analyzePattern(item, scope));
  const bindRest = rest && analyzeRest(rest, scope);
  const bindAll = all && scope.declare(plainName(all));
  return (frame, value) => {
    const { run } = frame;
    run.spend(binders.length);
    const items = run.atOffset(form.at, () => sequenceOf(value, run));
    for (const [index, bind] of binders.entries()) bind(frame, items[index] ?? null);
    bindRest?.(frame, restOf(items, binders.length, run));
    bindAll?.(frame, value);
  };
}

type VectorParts = { first: readonly Form[]; rest?: Form | undefined; all?: Form | undefined };

function vectorParts({ items }: GroupForm): VectorParts {
  const last = items.at(-1);
  const named = last && isKeyword(items.at(-2), "as");
  const before = named ? items.slice(0, -2) : items;
  const all = named ? last : undefined;
  const { first, rest } = splitRest(before);
  return { first, rest, all };
}

/** `a b & more`: what stands before the `&`, and the one pattern behind it. */
export function splitRest(items: readonly Form[]): { first: readonly Form[]; rest?: Form } {
  const index = items.findIndex((item) => symbolName(item) === "&");
  const sign = items[index];
  if (!sign) return { first: items };
  const [rest, more] = items.slice(index + 1);
  if (!rest || more) failForm(more ?? sign, "One name stands behind &.");
  return { first: items.slice(0, index), rest };
}

/** What stands behind `&`: a pattern for a vector, or a map of the keys and values that are left. */
export function analyzeRest(form: Form, scope: Scope): Binder {
  if (form.kind !== "map") return analyzePattern(form, scope);
  const bind = mapPattern(form, scope);
  return (frame, value) => bind(frame, isVector(value) ? namedValues(value, frame.run) : value);
}

function namedValues(items: readonly Value[], run: Run): Value {
  const [only = null] = items;
  return items.length === 1 && isMap(only) ? only : mapOf(pairsOf(items), run);
}

/** The items from a place on as a vector; nil if there are none. */
export function restOf(items: readonly Value[], from: number, run: Run): Value {
  return items.length > from ? sliceOf(items, from, items.length, run) : null;
}

function sequenceOf(value: Value, run: Run): readonly Value[] {
  if (value === null || isVector(value) || typeof value === "string") return itemsOf(value, run);
  raise("destructure_error", `${kindOf(value)} cannot be taken apart by a vector of names.`);
}

/** Values for names whose key is missing. */
type Defaults = ReadonlyMap<string, Form>;

/** `{name :key, :keys [a b], :strs [c], :or {a 1}, :as all}`. What has no such key gives nil or its default. */
function mapPattern(form: GroupForm, scope: Scope): Binder {
  const entries = pairsOf(form.items);
  const defaults = defaultsOf(entries.find(([key]) => isKeyword(key, "or"))?.[1]);
  const binders = entries.flatMap(([key, value]) => entryBinders(key, value, defaults, scope));
  return (frame, value) => {
    frame.run.spend(binders.length);
    for (const bind of binders) bind(frame, value);
  };
}

function entryBinders(key: Form, value: Form, defaults: Defaults, scope: Scope): readonly Binder[] {
  if (isKeyword(key, "or")) return [];
  if (isKeyword(key, "as")) return [scope.declare(plainName(value))];
  if (isKeyword(key, "keys")) {
    return listed(value).map((item) => {
      const name = keyName(item);
      const own = name.slice(name.lastIndexOf("/") + 1);
      const symbol: Form = { kind: "symbol", name: own, at: item.at, end: item.end };
      return part(constant(Keyword.of(name)), symbol, defaults, scope);
    });
  }
  if (isKeyword(key, "strs")) {
    return listed(value).map((item) => part(constant(plainName(item)), item, defaults, scope));
  }
  if (key.kind === "constant") failForm(key, "A map of names knows :keys, :strs, :or and :as.");
  return [part(scope.analyze(value), key, defaults, scope)];
}

function part(key: Node, pattern: Form, defaults: Defaults, scope: Scope): Binder {
  const fallback = defaults.get(symbolName(pattern) ?? "");
  const missing = fallback ? scope.analyze(fallback) : constant(null);
  const bind = analyzePattern(pattern, scope);
  return (frame, value) => {
    const found = lookUp(value, key(frame), frame.run);
    bind(frame, found === undefined ? missing(frame) : found);
  };
}

function defaultsOf(form: Form | undefined): Defaults {
  if (!form) return new Map();
  if (form.kind !== "map") failForm(form, ":or takes a map of names and values.");
  return new Map(pairsOf(form.items).map(([name, value]) => [plainName(name), value]));
}

function listed(form: Form): readonly Form[] {
  if (form.kind !== "vector") failForm(form, "A vector of names is expected here.");
  return form.items;
}

/** `a`, `part/a` or `:a` in `:keys`. */
function keyName(form: Form): string {
  if (form.kind === "constant" && form.value instanceof Keyword) return form.value.name;
  return symbolName(form) ?? failForm(form, "A name is expected here.");
}
