import { z } from "zod";
import { measureText } from "./bytes";
import { canonicalJson, type Json } from "./json";
import { json } from "./json-schemas";
import { elideText } from "./text";

/** Values up to this size travel inside events; larger ones go to a blob (docs/engine.md, "Values"). */
export const INLINE_LIMIT_BYTES = 4_096;
export const PREVIEW_CHARS = 300;

const facts = z.object({
  type: z.enum(["null", "boolean", "number", "string", "list", "map"]),
  /** nil, blank text, empty list or map: what a synthesis gate must not return. */
  empty: z.boolean(),
  /** Characters of the trimmed text, or of the JSON. */
  chars: z.int(),
});

/** A value as events and state hold it: small ones inline, large ones by the digest of their blob. */
export const storedValue = z.union([
  z.object({ digest: z.string(), bytes: z.int(), preview: z.string(), facts, inline: json }),
  z.object({ digest: z.string(), bytes: z.int(), preview: z.string(), facts, ref: z.string() }),
]);
export type StoredValue = z.infer<typeof storedValue>;

export type Blob = { digest: string; bytes: number; body: Json };

/** A value as a blob, whatever its size. */
export function blobOf(body: Json): Blob {
  return { ...measureText(canonicalJson(body)), body };
}

/** The event form of a value, and the blob to write beside it when it is too large to travel inline. */
export function storeValue(
  value: Json,
  inlineLimitBytes = INLINE_LIMIT_BYTES,
): { stored: StoredValue; blob?: Blob } {
  const text = canonicalJson(value);
  const { digest, bytes } = measureText(text);
  const base = { digest, bytes, preview: previewOf(value), facts: factsOf(value, text) };
  if (bytes <= inlineLimitBytes) return { stored: { ...base, inline: value } };
  return { stored: { ...base, ref: digest }, blob: { digest, bytes, body: value } };
}

/** The first characters of a text, or of the value's compact JSON, with an ellipsis where it was cut. */
export function previewOf(value: Json, chars = PREVIEW_CHARS): string {
  return elideText(typeof value === "string" ? value : JSON.stringify(value), chars);
}

function factsOf(value: Json, text: string): StoredValue["facts"] {
  if (value === null) return { type: "null", empty: true, chars: 0 };
  if (typeof value === "string") {
    const chars = value.trim().length;
    return { type: "string", empty: chars === 0, chars };
  }
  if (Array.isArray(value)) return { type: "list", empty: value.length === 0, chars: text.length };
  if (typeof value === "object")
    return { type: "map", empty: Object.keys(value).length === 0, chars: text.length };
  return { type: typeof value as "boolean" | "number", empty: false, chars: text.length };
}
