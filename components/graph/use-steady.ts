"use client";

import { useRef } from "react";

/** The value given, or the one before while `same` says that nothing changed: keeps its identity. */
export function useStableValue<T>(value: T, same: (before: T, now: T) => boolean): T {
  const stable = useRef(value);
  if (stable.current !== value && !same(stable.current, value)) stable.current = value;
  return stable.current;
}
