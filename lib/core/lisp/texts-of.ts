import { formsOf, standAtHeadsOnly } from "./forms-of";
import { type Form, symbolName, toolNamed } from "./read/forms";
import { Keyword, Regex, type Value } from "./values";

/**
 * The texts of a program as it has them when it runs: constants without their escapes, what is joined of constants as a whole, and names.
 * `isOpen`: a tool gets arguments that only the run makes.
 */
export type ProgramTexts = { texts: string[]; isOpen: boolean };

/** Reads the texts off the forms that are evaluated; undefined for what cannot be read. */
export function programTexts(source: string): ProgramTexts | undefined {
  const forms = formsOf(source);
  if (!forms) return;
  const isPlain = standAtHeadsOnly(forms, JOINING);
  const texts: string[] = [];
  let isOpen = false;
  const look = (form: Form): void => {
    const text = isPlain || !("items" in form) ? joined(form) : undefined;
    if (text !== undefined) return void texts.push(text);
    if (!("items" in form)) {
      const name = symbolName(form) as string;
      if (toolNamed(name) !== undefined) isOpen = true;
      return void texts.push(name);
    }
    const [head, ...given] = form.items;
    const isCall = form.kind === "list" && toolNamed(symbolName(head) ?? "") !== undefined;
    if (isCall && (given.length !== 1 || !given.every((one) => isWritten(one, isPlain)))) isOpen = true;
    (isCall ? given : form.items).forEach(look);
  };
  forms.forEach(look);
  return { texts, isOpen };
}

const JOINING: ReadonlySet<string> = new Set(["str", "join"]);

/** The text that is written, or that is joined of such texts alone; undefined of anything else. */
function joined(form: Form): string | undefined {
  if (form.kind === "constant") return textOf(form.value);
  if (form.kind !== "list") return;
  const [head, ...given] = form.items;
  const name = symbolName(head);
  if (name === "str") return joinedBy("", given);
  const list = given.at(-1);
  const separator = given.length === 2 ? joined(given[0] as Form) : given.length === 1 ? "" : undefined;
  return name === "join" && list?.kind === "vector" && separator !== undefined
    ? joinedBy(separator, list.items)
    : undefined;
}

function joinedBy(separator: string, forms: readonly Form[]): string | undefined {
  const texts = forms.map(joined);
  return texts.every((text) => text !== undefined) ? texts.join(separator) : undefined;
}

function textOf(value: Value): string {
  if (value instanceof Keyword) return value.name;
  if (value instanceof Regex) return value.source;
  return value === null ? "" : String(value);
}

/** Made of nothing but what is written. */
const isWritten = (form: Form, isPlain: boolean): boolean =>
  form.kind === "constant" ||
  (isPlain && joined(form) !== undefined) ||
  (form.kind !== "list" &&
    form.kind !== "short" &&
    "items" in form &&
    form.items.every((one) => isWritten(one, isPlain)));
