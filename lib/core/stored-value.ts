import { z } from "zod";
import { measureText } from "./bytes";
import { canonicalJson, type Json } from "./json";
import { json } from "./json-schemas";
import { getOwn } from "./own";
import { elideText } from "./text";

/** Values up to this size travel inside events; larger ones go to a blob (docs/engine.md, "Values"). */
export const INLINE_LIMIT_BYTES = 4_096;
const PREVIEW_CHARS = 300;

/** How the keys of a value were written, where a store gives them back in another order; see `keyOrderOf`. */
const order = z.string().optional();
const MAX_ORDER_CHARS = 1_000;

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
  z.object({ digest: z.string(), bytes: z.int(), preview: z.string(), facts, ref: z.string(), order }),
]);
export type StoredValue = z.infer<typeof storedValue>;

export type Blob = { digest: string; bytes: number; body: Json };

/** A value as a blob, whatever its size. */
export function blobOf(body: Json): Blob {
  return { ...measureText(canonicalJson(body)), body };
}

/** The value itself where it travels inline; undefined where it does not, or there is none. */
export const inlineOf = (stored: StoredValue | undefined): Json | undefined =>
  stored && "inline" in stored ? stored.inline : undefined;

/** The event form of a value, and the blob to write beside it when it is too large to travel inline. */
export function storeValue(
  value: Json,
  inlineLimitBytes = INLINE_LIMIT_BYTES,
): { stored: StoredValue; blob?: Blob } {
  const text = canonicalJson(value);
  const { digest, bytes } = measureText(text);
  const base = { digest, bytes, preview: previewOf(value), facts: factsOf(value, text) };
  if (bytes <= inlineLimitBytes) return { stored: { ...base, inline: value } };
  const written = keyOrderOf(value);
  return {
    stored: { ...base, ref: digest, ...(written !== undefined && { order: written }) },
    blob: { digest, bytes, body: value },
  };
}

/**
 * The order in which the keys of a value's objects were written: for each object with several, depth first by sorted keys,
 * the places of its sorted keys. Undefined where they were sorted anyway, or where it would be long.
 */
export function keyOrderOf(value: Json): string | undefined {
  const orders: string[] = [];
  let isSorted = true;
  let chars = 0;
  const walk = (one: Json): void => {
    if (typeof one !== "object" || one === null || chars > MAX_ORDER_CHARS) return;
    if (Array.isArray(one)) return one.forEach(walk);
    const written = Object.keys(one);
    const sorted = written.toSorted();
    const places = new Map(sorted.map((key, at) => [key, at]));
    if (written.length > 1) {
      const order = written.map((key) => places.get(key)).join(",");
      orders.push(order);
      chars += order.length + 1;
    }
    isSorted &&= sorted.every((key, at) => key === written[at]);
    for (const key of sorted) walk(getOwn(one, key) as Json);
  };
  walk(value);
  return isSorted || chars > MAX_ORDER_CHARS ? undefined : orders.join(";");
}

/** The value with its keys as they were written; as it is where the order is not known or belongs to another value. */
export function inWrittenOrder(value: Json, written: string | undefined): Json {
  if (written === undefined) return value;
  const orders = written.split(";").map((one) => one.split(",").map(Number));
  let next = 0;
  const walk = (one: Json): Json => {
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    const sorted = Object.keys(one).toSorted();
    const order = sorted.length > 1 ? orders[next++] : [0];
    const parts = new Map(sorted.map((key) => [key, walk(getOwn(one, key) as Json)]));
    const keys = order?.map((at) => sorted[at] ?? "") ?? [];
    const isWhole = keys.length === sorted.length && new Set(keys).size === sorted.length;
    return Object.fromEntries((isWhole ? keys : sorted).map((key) => [key, parts.get(key) as Json]));
  };
  const ordered = walk(value);
  return next === orders.length ? ordered : value;
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
