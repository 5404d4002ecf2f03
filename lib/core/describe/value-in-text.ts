import { isJsonObject, type Json } from "../json";
import { valueAsMarkdown } from "./value-markdown";

/** Characters of a list that stands within a sentence. */
const LISTED_CHARS = 80;
const MAX_LISTED = 8;
const OPEN_LINE = /[^\n]$/;
/** Nothing but the sign that ends a sentence stands before the next line. */
const LINE_ENDS = /^[.,;:!?)\]]*(?:\n|$)/;

/** Where a value is put: the text up to it, and from it on. */
type Place = { before: string; after: string };

/**
 * A value within a text for people, in the place of its placeholder: a text as it is, a short list in the sentence, other lists
 * and objects as lines or tables of their own. Inside a block of code it stays JSON: there it is meant for a program.
 */
export function valueInText(value: Json, { before, after }: Place): string {
  if (typeof value === "string") return value;
  const isData = Array.isArray(value) || isJsonObject(value);
  if (!isData || isInCode(before)) return JSON.stringify(value, null, isData ? 2 : 0);
  const isInLine = lastLine(before).trim() !== "" || !LINE_ENDS.test(after);
  if (isInLine && isListed(value)) return value.join(", ");
  const block = valueAsMarkdown(value, Number.POSITIVE_INFINITY);
  return `${OPEN_LINE.test(before) ? "\n\n" : ""}${block}${LINE_ENDS.test(after) ? "" : "\n\n"}`;
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf("\n") + 1);

/** Whether a text ends inside a block of code. */
export const isInCode = (before: string): boolean => (before.match(/^ {0,3}```/gm) ?? []).length % 2 === 1;

/** A few words or numbers, none of which has a comma or a line of its own. */
function isListed(value: Json): value is (string | number)[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_LISTED &&
    value.every((one) => typeof one === "number" || (typeof one === "string" && /^[^,\n]+$/.test(one))) &&
    value.join(", ").length <= LISTED_CHARS
  );
}
