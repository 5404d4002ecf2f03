import type { Json } from "../json";
import { LispFault } from "./errors";
import { type Form, isDataName, symbolName, toolNamed } from "./read/forms";
import { readForms } from "./read/read";
import { Keyword, Regex, type Value } from "./values";

/** What a source says before it is evaluated, from the very forms that are evaluated. */

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

/** Whether a source looks at any data that it is given; one that does not says the same of every result. False for what cannot be read. */
export const looksAtData = (source: string): boolean =>
  formsOf(source)?.flatMap(symbolsIn).some(isDataName) === true;

/** What a source says, whatever white space, commas and comments stand in it: the same value for the same forms alone. What cannot be read is its text. */
export const formOfSource = (source: string): Json => formsOf(source)?.map(asJson) ?? source;

const symbolsIn = (form: Form): string[] =>
  "items" in form ? form.items.flatMap(symbolsIn) : [symbolName(form) ?? []].flat();

function asJson(form: Form): Json {
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
