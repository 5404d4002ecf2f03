"use client";

import { createContext, useContext, useEffect, useState } from "react";

/** About the time from seeing something change to not pressing after all. */
export const SETTLE_MS = 700;

/** Tells the decisions of a dock that one of them has just gone: what is left stands where another stood, or has its keys. */
export const Settling = createContext(false);
export const useIsSettling = (): boolean => useContext(Settling);

/**
 * True for a moment after what the key names began to be shown: a press that led to it, doubled or held down, is not its
 * answer. Nothing is shown without a key.
 */
export function useJustShown(key: string | undefined): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), key === undefined ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== undefined && settled !== key;
}

/** True for a moment after one of what these keys name is not among them any more. */
export function useSettling(keys: readonly string[]): boolean {
  const [known, setKnown] = useState({ keys, hasGone: false });
  const isSame = known.keys.length === keys.length && keys.every((key, at) => key === known.keys[at]);
  if (!isSame) setKnown({ keys, hasGone: known.hasGone || known.keys.some((key) => !keys.includes(key)) });
  useEffect(() => {
    if (!known.hasGone) return;
    const timer = setTimeout(() => setKnown((one) => ({ ...one, hasGone: false })), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [known]);
  return known.hasGone;
}
