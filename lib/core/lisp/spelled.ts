import { canonicalJson } from "../json";
import { asJson, formsOf, standAtHeadsOnly, symbolsIn } from "./forms-of";
import { type Form, type GroupForm, symbolName, toolNamed } from "./read/forms";
import { Keyword } from "./values";

/**
 * From where the value of a program may come: `spelled` are the constants that it writes itself, each once; `reads`: it may hold
 * something of the results before it; `calls`: of what a tool gives.
 */
export type ValueSource = { spelled: string[]; reads: boolean; calls: boolean };

/**
 * Finds what may become the value of a program, by the forms that are evaluated, as data flows: what only chooses between
 * values, keys that are looked up and the arguments of tools are no part of it. Undefined for what cannot be read.
 */
export function valueSourceOf(source: string): ValueSource | undefined {
  const forms = formsOf(source);
  if (!forms) return;
  const spelled = new Set<string>();
  const found = { reads: false, calls: false };
  const look = (form: Form): void => {
    const name = symbolName(form);
    if (name !== undefined) {
      if (RESULTS.has(name)) found.reads = true;
      if (toolNamed(name) !== undefined) found.calls = true;
      return;
    }
    if (!("items" in form) || isWritten(form)) return void spelled.add(canonicalJson(asJson(form)));
    for (const part of isPlain ? flowingFrom(form) : form.items) look(part);
  };
  const isPlain = isPlainSource(forms);
  for (const form of isPlain ? lastAndDefined(forms) : forms) look(form);
  return { spelled: [...spelled].sort(), ...found };
}

const RESULTS: ReadonlySet<string> = new Set(["data/depends", "data/results"]);
const DEFINING: ReadonlySet<string | undefined> = new Set(["def", "defn"]);
/** At which item the body of a form begins, of which the last is its value. */
const BODIES: ReadonlyMap<string | undefined, number> = new Map([
  ...["do"].map((name) => [name, 1] as const),
  ...["let", "when-let", "when-some", "when-first", "loop", "for"].map((name) => [name, 2] as const),
]);
const CHOOSING: ReadonlySet<string | undefined> = new Set(["if", "if-not", "when", "when-not"]);
const THREADING: ReadonlySet<string | undefined> = new Set(["->", "->>", "some->", "some->>"]);
const LOOKING_UP: ReadonlySet<string | undefined> = new Set(["get", "get-in"]);
/** Into what is empty they put what they are given. */
const GATHERING: ReadonlySet<string | undefined> = new Set(["into", "reduce"]);

/** Names that mean here what they always do, as long as each stands at the head of a list. */
const MEANT: ReadonlySet<string> = new Set([
  ...["quote", "comment", "cond"],
  ...[...DEFINING, ...BODIES.keys(), ...CHOOSING, ...THREADING, ...LOOKING_UP, ...GATHERING].flatMap(
    (name) => name ?? [],
  ),
]);

/** One that ends early has values anywhere. */
const isPlainSource = (forms: readonly Form[]): boolean =>
  standAtHeadsOnly(forms, MEANT) && !forms.flatMap(symbolsIn).includes("return");

/** A quotation, or a group with nothing in it. */
const isWritten = ({ kind, items }: GroupForm): boolean =>
  items.length === 0 || (kind === "list" && symbolName(items[0]) === "quote");

const isKeyword = (form: Form | undefined): boolean =>
  form?.kind === "constant" && form.value instanceof Keyword;

/** The parts of a form that may become part of its value. */
function flowingFrom({ kind, items }: GroupForm): readonly Form[] {
  if (kind !== "list" && kind !== "short") return items;
  const [head, ...rest] = items as [Form, ...Form[]];
  const name = symbolName(head);
  if (name === "comment") return [];
  if (name !== undefined && toolNamed(name) !== undefined) return [head];
  if (isKeyword(head)) return rest;
  const body = BODIES.get(name);
  if (body !== undefined) return [...items.slice(1, body), ...lastAndDefined(items.slice(body))];
  if (CHOOSING.has(name)) return rest.slice(1);
  if (name === "cond") return rest.filter((_, index) => index % 2 === 1);
  if (THREADING.has(name)) return rest.flatMap(inStep);
  if (GATHERING.has(name)) return rest.filter((form) => !("items" in form && form.items.length === 0));
  // A third one is what stands for a key that is missing.
  if (LOOKING_UP.has(name)) return [...rest.slice(0, 1), ...rest.slice(2)];
  return items;
}

/** What a step of a thread adds to the value that is passed along. */
function inStep(step: Form, index: number): readonly Form[] {
  if (index === 0) return [step];
  if (isKeyword(step)) return [];
  return "items" in step && LOOKING_UP.has(symbolName(step.items[0])) ? step.items.slice(2) : [step];
}

/** Of forms that stand one after the other the last one is the value, which may use what was defined before it. */
const lastAndDefined = (forms: readonly Form[]): readonly Form[] =>
  forms.filter(
    (form, index) =>
      index === forms.length - 1 || ("items" in form && DEFINING.has(symbolName(form.items[0]))),
  );
