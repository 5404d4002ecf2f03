import type { Json } from "../json";
import { JsonReader } from "./json-reader";

/** Finding JSON in the text of a model (docs/plans.md, "JSON in text"). */

/** `salvaged`: it stands inside something larger that is broken. */
export type JsonSpan = { start: number; end: number; value: Json; salvaged: boolean };
export type JsonScan = {
  /** Outermost objects and lists, in order. */
  found: JsonSpan[];
  /** Where the scan that came furthest broke off, as an offset in the text; -1 when none did. */
  brokenAt: number;
};

// A broken object is searched again for whole ones inside it, until this many times the text has been looked at.
const PASSES = 8;

/**
 * The JSON objects and lists in a text, whatever stands around them. Forgiven inside: trailing commas,
 * comments, names without quotation marks, other quotation marks, Python's words, raw line breaks in texts and unknown
 * escapes. Linear in the length of the text.
 */
export function scanJson(text: string): JsonScan {
  const scan: JsonScan = { found: [], brokenAt: -1 };
  const lastCommentEnd = text.lastIndexOf("*/");
  let fuel = PASSES * text.length;
  for (let start = nextOpener(text, 0); start >= 0; ) {
    const value = readValue(text, start, lastCommentEnd);
    fuel -= value.end - start;
    if (value.ok) {
      const salvaged = start < scan.brokenAt;
      scan.found.push({ start, end: value.end, value: JSON.parse(value.json) as Json, salvaged });
    } else scan.brokenAt = Math.max(scan.brokenAt, value.end);
    start = nextOpener(text, value.ok || fuel <= 0 ? value.end : start + 1);
  }
  return scan;
}

function nextOpener(text: string, from: number): number {
  const opener = /[{[]/g;
  opener.lastIndex = from;
  return opener.exec(text)?.index ?? -1;
}

/** `json` is strict JSON; `end` is behind the value, or where it broke. */
type ReadValue = { ok: true; end: number; json: string } | { ok: false; end: number };

function readValue(text: string, start: number, lastCommentEnd: number): ReadValue {
  const reader = new JsonReader(text, start, lastCommentEnd);
  return reader.read() ? { ok: true, end: reader.at, json: reader.json() } : { ok: false, end: reader.at };
}
