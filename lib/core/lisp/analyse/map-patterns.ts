import { lookUp } from "../builtins/lookup";
import { type Form, type GroupForm, symbolName } from "../read/forms";
import { Keyword } from "../values";
import { refuseForm } from "./faults";
import { pairsOf } from "./literals";
import { constant, type Node } from "./node";
import { analysePattern, type Binder, isWord, plainName } from "./patterns";
import type { Scope } from "./scope";

/** Values for names whose key is missing. */
type Defaults = ReadonlyMap<string, Form>;

/** `{name :key, :keys [a b], :strs [c], :or {a 1}, :as all}`. What has no such key gives nil or its default. */
export function mapPattern(form: GroupForm, scope: Scope): Binder {
  const entries = pairsOf(form.items);
  const defaults = defaultsOf(entries.find(([key]) => isWord(key, "or"))?.[1]);
  const binders = entries.flatMap(([key, value]) => entryBinders(key, value, defaults, scope));
  return (frame, value) => {
    frame.run.spend(binders.length);
    for (const bind of binders) bind(frame, value);
  };
}

function entryBinders(key: Form, value: Form, defaults: Defaults, scope: Scope): readonly Binder[] {
  if (isWord(key, "or")) return [];
  if (isWord(key, "as")) return [scope.declare(plainName(value))];
  if (isWord(key, "keys")) {
    return listed(value).map((item) => {
      const name = keyName(item);
      const own = name.slice(name.lastIndexOf("/") + 1);
      const symbol: Form = { kind: "symbol", name: own, at: item.at, end: item.end };
      return part(constant(Keyword.of(name)), symbol, defaults, scope);
    });
  }
  if (isWord(key, "strs")) {
    return listed(value).map((item) => part(constant(plainName(item)), item, defaults, scope));
  }
  if (key.kind === "constant") refuseForm(key, "A map of names knows :keys, :strs, :or and :as.");
  return [part(scope.analyse(value), key, defaults, scope)];
}

function part(key: Node, pattern: Form, defaults: Defaults, scope: Scope): Binder {
  const fallback = defaults.get(symbolName(pattern) ?? "");
  const missing = fallback ? scope.analyse(fallback) : constant(null);
  const bind = analysePattern(pattern, scope);
  return (frame, value) => {
    const found = lookUp(value, key(frame), frame.run);
    bind(frame, found === undefined ? missing(frame) : found);
  };
}

function defaultsOf(form: Form | undefined): Defaults {
  if (!form) return new Map();
  if (form.kind !== "map") refuseForm(form, ":or takes a map of names and values.");
  return new Map(pairsOf(form.items).map(([name, value]) => [plainName(name), value]));
}

function listed(form: Form): readonly Form[] {
  if (form.kind !== "vector") refuseForm(form, "A vector of names is expected here.");
  return form.items;
}

/** `a`, `part/a` or `:a` in `:keys`. */
function keyName(form: Form): string {
  if (form.kind === "constant" && form.value instanceof Keyword) return form.value.name;
  return symbolName(form) ?? refuseForm(form, "A name is expected here.");
}
