import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { LongText } from "@/lib/core/plan/stored";
import { isCut, longTextOf } from "@/lib/core/plan/targets";
import { type ApprovalKind, type GateVerb, isAboutCall } from "@/lib/core/run/gates/table";
import type { StoredValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";

/** Of a text in a row beside its key; a longer one has the value drawn as JSON. */
export const ROW_CHARS = 120;
const MAX_ROWS = 16;
/** What is shown of a long value before somebody asks for all of it. */
const SHOWN_CHARS = 800;
const SHOWN_LINES = 16;

/** A value as it reads best: a flat map as rows, a text as it is, the rest as JSON. */
export function displayOf(
  value: Json,
  maxChars = ROW_CHARS,
): { rows: [name: string, part: Json][] } | { text: string; isJson: boolean } {
  const rows = isJsonObject(value) ? Object.entries(value) : [];
  if (rows.length > 0 && rows.length <= MAX_ROWS && rows.every(([, part]) => isPlain(part, maxChars)))
    return { rows };
  return typeof value === "string"
    ? { text: value, isJson: false }
    : { text: JSON.stringify(value, null, 2), isJson: true };
}

const isPlain = (value: Json, maxChars: number): boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length < maxChars);

/** The beginning of a text that is shown at first; undefined where all of it is. */
export function beginningOf(text: string): string | undefined {
  const lines = text.split("\n", SHOWN_LINES + 1);
  const head = lines.length > SHOWN_LINES ? lines.slice(0, SHOWN_LINES).join("\n") : text;
  const shown = cutText(head, SHOWN_CHARS);
  return shown.length < text.length ? shown : undefined;
}

/** True for a text of a plan that has to be opened to be seen as a whole. */
export const needsOpening = (texts: readonly (Json | LongText)[]): boolean =>
  texts.some(isCut) || beginningOf(texts.map(longTextOf).join("\n")) !== undefined;

/** Whether a gate shows more than fits without being opened: only its panel has all of it. */
export function isLongShown(shown: StoredValue | null | undefined): boolean {
  if (!shown) return false;
  if (!("inline" in shown)) return true;
  const display = displayOf(shown.inline);
  return "text" in display && beginningOf(display.text) !== undefined;
}

/** Answers that let a call run, or work with a risk go on: what they are about has to have been in view as a whole. */
export const takesReading = (kind: ApprovalKind, verb: GateVerb, isRisky: boolean): boolean =>
  TAKES_READING.has(verb) && (isAboutCall(kind) || isRisky);

const TAKES_READING: ReadonlySet<GateVerb> = new Set(["approve", "run", "CONTINUE", "REPLAN"]);

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
