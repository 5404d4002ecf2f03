import { invalidInput } from "@/lib/core/errors";

/**
 * The input with texts as the store keeps them: NUL characters and halves of surrogate pairs, which PostgreSQL refuses,
 * become U+FFFD, in keys too. The same value when there is nothing to change; files and other objects are left alone.
 * Throws `invalid_input` for a function: what a browser kept to itself reads as one, and breaks who looks into it.
 */
export function storableInput(value: unknown): unknown {
  if (typeof value === "function") throw invalidInput("A function is no value.");
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return sameUnlessChanged(value, value.map(storableInput));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  const stored = entries.map(([key, one]) => [storableText(key), storableInput(one)] as const);
  const isSame = stored.every(
    ([key, one], index) => key === entries[index]?.[0] && one === entries[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(stored);
}

const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

const sameUnlessChanged = (before: unknown[], after: unknown[]): unknown[] =>
  after.every((one, index) => one === before[index]) ? before : after;

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}
