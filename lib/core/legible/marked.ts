import type { Json } from "../json";
import { getOwn } from "../own";
import { type Unseen, unseenIn } from "./unseen";

/** `‹U+202E right-to-left override›`, of several with their number; `‹57 marks over one letter›`. */
export const markOf = ({ code, name, count, kind }: Unseen): string =>
  kind === "piled" ? `‹${count} ${name}›` : `‹${code} ${name}${count > 1 ? ` ×${count}` : ""}›`;

/** So many marks of a text say what they stand for; the rest are short, so that a hostile text does not grow much. */
const MAX_NAMED_MARKS = 20;

/**
 * The text with a visible mark in the place of everything that nobody sees, and of marks that pile up on a letter; the same
 * text where there is nothing. What was hidden is gone: prompts and pages get it like this.
 */
export function markedText(text: string): string {
  const unseen = unseenIn(text);
  let done = 0;
  const marked = unseen.map((one, index) => {
    const before = text.slice(done, one.at);
    const isNext = index > 0 && one.at === done;
    done = one.at + one.raw.length;
    if (index < MAX_NAMED_MARKS) return before + markOf(one);
    return isNext ? "" : `${before}‹${one.code}›`;
  });
  return unseen.length === 0 ? text : marked.join("") + text.slice(done);
}

/** The value with every text and key in it marked; the same value where there is nothing to mark. */
export function markedJson(value: Json): Json {
  if (typeof value === "string") return markedText(value);
  if (Array.isArray(value)) {
    const marked = value.map(markedJson);
    return marked.every((one, index) => one === value[index]) ? value : marked;
  }
  if (typeof value !== "object" || value === null) return value;
  const marked = Object.entries(value).map(
    ([key, item]) => [key, markedText(key), markedJson(item)] as const,
  );
  const isSame = marked.every(([key, seen, item]) => key === seen && item === getOwn(value, key));
  return isSame ? value : Object.fromEntries(marked.map(([, key, item]) => [key, item]));
}

/** The text of one line as lists and channels take it: marked, and without control characters that would part it. */
export const markedLine = (text: string): string => markedText(text.replace(/\s+/gu, " ").trim());

/** Words of others as a quotation in a sentence of ours: in one line, marked, and nothing in them ends it. */
export const quoted = (text: string): string => quotedText(text.replace(/\s+/gu, " ").trim());

/** The same with its lines, where the quotation stands by itself. */
export const quotedText = (text: string): string => `“${markedText(text).replace(QUOTATION_MARK, "'")}”`;

/** All that looks like the marks around it. */
const QUOTATION_MARK = /["\u00AB\u00BB\u201C-\u201F\u2033\u2036\u275D\u275E\u301D-\u301F\uFF02]/gu;
