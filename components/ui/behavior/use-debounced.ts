"use client";

import { useEffect, useState } from "react";

const DEBOUNCE_MS = 150;

/** What was typed, or came of it, once nothing more is for a moment. */
export function useDebounced<Value>(value: Value, delayMs = DEBOUNCE_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
