"use client";

import { useState } from "react";

const PREFIX = "waymark.unsent:";
/** When it was typed last. */
const AT_PREFIX = "waymark.unsent-at:";

/**
 * What a person has typed and not sent: kept in this tab over pages and reloads, until it is what it began with again;
 * without a key only as long as it is shown. For parts that are shown in the browser alone.
 */
export function useKept<Value>(key: string | undefined, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (key === undefined ? undefined : (readKept(key) as Value)));
  const change = (next: Value) => {
    const isInitial = JSON.stringify(next) === JSON.stringify(initial);
    if (key !== undefined) keep(key, isInitial ? undefined : next);
    setValue(() => (isInitial ? undefined : next));
  };
  return [value ?? initial, change];
}

/**
 * Says of a form that it began with what was kept under a key, or some, and when that was typed last; `forget` once it is
 * gone. For parts that are shown in the browser alone.
 */
export function useRestored(...keys: readonly string[]): {
  restored: { atMs: number | undefined } | undefined;
  forget(): void;
} {
  const [restored, setRestored] = useState(() => {
    const kept = keys.filter((key) => readKept(key) !== undefined);
    const times = kept.flatMap((key) => keptAtMs(key) ?? []);
    return kept.length === 0 ? undefined : { atMs: times.length > 0 ? Math.max(...times) : undefined };
  });
  return { restored, forget: () => setRestored(undefined) };
}

/** What the browser had no room for: it lasts as long as the page, and the browser asks before it drops that. */
const unstored = new Map<string, unknown>();
const askBeforeUnload = (event: Event) => event.preventDefault();

/** False for what a reload would lose. */
export const outlivesReload = (key: string): boolean => !unstored.has(key);

type Unwritten = { value: unknown; text: string };
/** What is long is stored once typing rests: to write it with every key takes longer than all else that a key does. */
const unwritten = new Map<string, Unwritten>();
const LONG_CHARS = 20_000;
const REST_MS = 250;
let rest: ReturnType<typeof setTimeout> | undefined;

/** What is kept under a key; undefined without any, and where the browser keeps nothing. */
export function readKept(key: string): unknown {
  const held = unwritten.get(key);
  if (held || unstored.has(key)) return held ? held.value : unstored.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** When what is kept under a key was typed last, in milliseconds; undefined where nothing is, or nobody knows. */
export function keptAtMs(key: string): number | undefined {
  try {
    return Number(sessionStorage.getItem(AT_PREFIX + key) ?? Number.NaN) || undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value; with `undefined` nothing. Says whether it outlives a reload: else only the page has it. */
export function keep(key: string, value: unknown): boolean {
  unwritten.delete(key);
  const text = value === undefined ? undefined : JSON.stringify(value);
  // Where the browser had no room before, whether it has now is said at once.
  if (text === undefined || text.length <= LONG_CHARS || !outlivesReload(key)) return write(key, value, text);
  unwritten.set(key, { value, text });
  clearTimeout(rest);
  rest = setTimeout(writeAll, REST_MS);
  globalThis.addEventListener?.("pagehide", writeAll);
  return true;
}

function writeAll(): void {
  clearTimeout(rest);
  for (const [key, { value, text }] of unwritten) write(key, value, text);
  unwritten.clear();
}

function write(key: string, value: unknown, text: string | undefined): boolean {
  unstored.delete(key);
  if (unstored.size === 0) globalThis.removeEventListener?.("beforeunload", askBeforeUnload);
  try {
    if (text === undefined) {
      sessionStorage.removeItem(PREFIX + key);
      sessionStorage.removeItem(AT_PREFIX + key);
    } else {
      sessionStorage.setItem(PREFIX + key, text);
      sessionStorage.setItem(AT_PREFIX + key, String(Date.now()));
    }
    return true;
  } catch {
    return text === undefined || keepForPage(key, value);
  }
}

/** Keeps a value for as long as the page lasts, over what was stored before. */
export function keepForPage(key: string, value: unknown): false {
  unwritten.delete(key);
  unstored.set(key, value);
  globalThis.addEventListener?.("beforeunload", askBeforeUnload);
  return false;
}
