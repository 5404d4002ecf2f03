"use client";

import { useState } from "react";

const PREFIX = "waymark.unsent:";

/**
 * What a person has typed and not sent: kept in this tab over pages and reloads, until it is what it began with again.
 * For parts that are shown in the browser alone.
 */
export function useKept<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => readKept(key) as Value | undefined);
  const change = (next: Value) => {
    const isInitial = JSON.stringify(next) === JSON.stringify(initial);
    keep(key, isInitial ? undefined : next);
    setValue(() => (isInitial ? undefined : next));
  };
  return [value ?? initial, change];
}

/** What is kept under a key; undefined without any, and where the browser keeps nothing. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full or locked store: the page has it still.
  }
}
