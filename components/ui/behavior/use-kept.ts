"use client";

import { useState } from "react";

const PREFIX = "waymark.unsent:";

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

/** What the browser had no room for: it lasts as long as the page, and the browser asks before it drops that. */
const unstored = new Map<string, unknown>();
const askBeforeUnload = (event: Event) => event.preventDefault();

/** False for what a reload would lose. */
export const outlivesReload = (key: string): boolean => !unstored.has(key);

/** What is kept under a key; undefined without any, and where the browser keeps nothing. */
export function readKept(key: string): unknown {
  if (unstored.has(key)) return unstored.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value; with `undefined` nothing. Says whether it outlives a reload: else only the page has it. */
export function keep(key: string, value: unknown): boolean {
  unstored.delete(key);
  if (unstored.size === 0) globalThis.removeEventListener?.("beforeunload", askBeforeUnload);
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return value === undefined || keepForPage(key, value);
  }
}

/** Keeps a value for as long as the page lasts, over what was stored before. */
export function keepForPage(key: string, value: unknown): false {
  unstored.set(key, value);
  globalThis.addEventListener?.("beforeunload", askBeforeUnload);
  return false;
}
