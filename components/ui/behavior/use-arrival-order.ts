import { useRef } from "react";

/** What is listed, in the order in which it came while the page shows it: nothing that somebody reads or types in gives way. */
export function useArrivalOrder<T>(listed: readonly T[], keyOf: (one: T) => string): T[] {
  const arrived = useRef<string[]>([]);
  const byKey = new Map(listed.map((one) => [keyOf(one), one]));
  arrived.current = arrivalOrder(arrived.current, [...byKey.keys()]);
  return arrived.current.flatMap((key) => byKey.get(key) ?? []);
}

/** Those that are still there in their order, and the new ones after them. */
export function arrivalOrder(before: readonly string[], now: readonly string[]): string[] {
  const kept = before.filter((key) => now.includes(key));
  return [...kept, ...now.filter((key) => !kept.includes(key))];
}
