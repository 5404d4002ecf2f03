import { hideSecrets } from "../hide-secrets";
import { getOwn } from "../own";
import { cleanText } from "../text";

/** A piece of HTML or SVG in which every text has been made harmless. Only `markup` makes one. */
export type Markup = { readonly markup: string };
type Part = string | number | undefined | Markup | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** What XML does not allow or nobody can see: a picture that has one of these is not drawn at all. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Any text as the content of an element or of a quoted attribute, without what looks like a secret. */
export function escapeText(text: string): string {
  const clean = cleanText(hideSecrets(text)).replace(NOT_IN_XML, "\uFFFD");
  return clean.replace(/[&<>"']/g, (sign) => getOwn(ENTITIES, sign) as string);
}

/** A template whose own text is markup and whose values are texts; pieces of markup and lists of them stand as they are. */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: template.reduce((text, piece, index) => `${text}${partText(parts[index - 1])}${piece}`) };
}

function partText(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "number") return String(part);
  if (typeof part === "string") return escapeText(part);
  if ("markup" in part) return part.markup;
  return part.map(partText).join("");
}
