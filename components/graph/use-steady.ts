"use client";

import { useRef } from "react";

/** The value given, or the one before while `same` says that nothing changed: keeps its identity. */
export function useSteady<T>(value: T, same: (before: T, now: T) => boolean): T {
  const held = useRef(value);
  if (held.current !== value && !same(held.current, value)) held.current = value;
  return held.current;
}
