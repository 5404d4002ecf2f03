"use client";

import { useEffect, useState } from "react";

/** About the time from seeing something change to not pressing after all. */
const SETTLE_MS = 700;

let unmountedAtMs = Number.NEGATIVE_INFINITY;

/**
 * True for a moment after a decision took the place of another one: who was about to press a button of the first must
 * not answer the second with it. `key` names what is decided.
 */
export function useJustReplaced(key: string): boolean {
  const [justReplaced, setJustReplaced] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new decision in the same place.
  useEffect(() => {
    const replaced = performance.now() - unmountedAtMs < SETTLE_MS;
    setJustReplaced(replaced);
    const timer = replaced ? setTimeout(() => setJustReplaced(false), SETTLE_MS) : undefined;
    return () => {
      clearTimeout(timer);
      unmountedAtMs = performance.now();
    };
  }, [key]);
  return justReplaced;
}
