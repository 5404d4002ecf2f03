import type { Json } from "../json";
import { LispFault } from "./errors";
import { type Form, isDataName, symbolName, toolNamed } from "./read/forms";
import { readForms } from "./read/read";
import { Keyword, Regex, type Value } from "./values";

/** Reads of a source that is not evaluated, from the very forms that would be. */

/** The forms of a source; undefined for what cannot be read. */
export function formsOf(source: string): readonly Form[] | undefined {
  try {
    return readForms(source);
  } catch (thrown) {
    if (thrown instanceof LispFault) return;
    throw thrown;
  }
}

/** The tools that a program names, each once; undefined for what cannot be read. One that it quotes, or hides by a name of its own, counts too. */
export function toolsNamedIn(source: string): string[] | undefined {
  const symbols = formsOf(source)?.flatMap(symbolsIn);
  return symbols && [...new Set(symbols.flatMap((name) => toolNamed(name) ?? []))];
}

/** True where a source looks at data that it is given: any other says the same of every result. False for one that cannot be read. */
export const looksAtData = (source: string): boolean =>
  formsOf(source)?.flatMap(symbolsIn).some(isDataName) === true;

/** The forms of a source as a value, which white space, commas and comments do not change; the text of one that cannot be read. */
export const formOfSource = (source: string): Json => formsOf(source)?.map(asJson) ?? source;

/** True where each of these names stands at the head of a list alone: it means what it always does, and is no name of the source's own. */
export const standAtHeadsOnly = (forms: readonly Form[], names: ReadonlySet<string>): boolean =>
  forms.every((form) => {
    if (!("items" in form)) return !names.has(symbolName(form) ?? "");
    const isCall = form.kind === "list" || form.kind === "short";
    const [head] = form.items;
    const rest = isCall && names.has(symbolName(head) ?? "") ? form.items.slice(1) : form.items;
    return standAtHeadsOnly(rest, names);
  });

/** The data at which a source may look, by name; undefined of one that cannot be read. */
export const dataReadIn = (source: string): Set<string> | undefined => {
  const names = formsOf(source)?.flatMap(symbolsIn).filter(isDataName);
  return names && new Set(names);
};

/** All names of a form. */
export const symbolsIn = (form: Form): string[] =>
  "items" in form ? form.items.flatMap(symbolsIn) : [symbolName(form) ?? []].flat();

/** A form as a value, constants with their kind. */
export function asJson(form: Form): Json {
  if ("items" in form) return [form.kind, ...form.items.map(asJson)];
  return form.kind === "symbol" ? [form.kind, form.name] : constantAsJson(form.value);
}

/** Numbers as texts: not all of them are JSON, and nought has a sign. */
function constantAsJson(value: Value): Json {
  if (typeof value === "number") return ["number", Object.is(value, -0) ? "-0" : String(value)];
  if (value instanceof Keyword) return ["keyword", value.name];
  if (value instanceof Regex) return ["regex", value.source];
  return ["constant", value as string | boolean | null];
}
