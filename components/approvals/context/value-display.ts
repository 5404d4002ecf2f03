import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { beginningOf } from "@/lib/core/run/gates/reading";
import type { StoredValue } from "@/lib/core/stored-value";

/** Of a text in a row beside its key; a longer one has the value drawn as JSON. */
export const ROW_CHARS = 120;
const MAX_ROWS = 16;

/** A value as it reads best: a flat map as rows, a text as it is, the rest as JSON. */
export function displayOf(
  value: Json,
  maxChars = ROW_CHARS,
): { rows: [name: string, part: Json][] } | { text: string; isJson: boolean } {
  const rows = isJsonObject(value) ? Object.entries(value) : [];
  if (rows.length > 0 && rows.length <= MAX_ROWS && rows.every(([, part]) => isPlain(part, maxChars)))
    return { rows };
  return typeof value === "string"
    ? { text: value.length < ROW_CHARS ? rowText(value) : value, isJson: false }
    : { text: JSON.stringify(value, null, 2), isJson: true };
}

const isPlain = (value: Json, maxChars: number): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length < maxChars);

/** A plain value beside its key. A text that reads like a number, true, false or null is quoted, and so is one that is blank. */
export function rowText(value: Json): string {
  if (typeof value !== "string") return String(value);
  const readsAsOther = !Number.isNaN(Number(value)) || /^\s*(?:true|false|null|".*")\s*$/is.test(value);
  return readsAsOther ? JSON.stringify(value) : value;
}

/** True of a text with something that Markdown draws otherwise than it stands: headings, lists, tables, bold words. */
export const looksLikeMarkdown = (text: string): boolean =>
  text.length <= MARKDOWN_CHARS && MARKDOWN.test(text);

/** Longer texts are drawn as they were written: parsing them would hold the page up. */
const MARKDOWN_CHARS = 50_000;
const MARKDOWN = /^(?:#{1,6} |[-*+] |\d{1,4}[.)] |.*\|.*\|)|\*\*\S/m;

/** Whether a gate shows more than fits without being opened: only its panel has all of it. */
export function isLongShown(shown: StoredValue | null | undefined): boolean {
  if (!shown) return false;
  if (!("inline" in shown)) return true;
  const display = displayOf(shown.inline);
  return "text" in display && beginningOf(display.text) !== undefined;
}

/** What is beside the list in a value; undefined where there is nothing. */
export function withoutList(value: Json | undefined, [key, ...path]: readonly string[]): Json | undefined {
  if (key === undefined || !isJsonObject(value)) return undefined;
  const rest = withoutList(getOwn(value, key), path);
  const left: JsonObject = Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      name === key ? (rest === undefined ? [] : [[name, rest]]) : [[name, part]],
    ),
  );
  return Object.keys(left).length === 0 ? undefined : left;
}
