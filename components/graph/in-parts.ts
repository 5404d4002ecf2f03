"use client";

import { useMemo, useRef } from "react";
import { sameItems } from "./facts";

/** So few that they are no load on the page. */
const PARTS = 6;

/**
 * What is made of the parts of a long list, in its order. Of what is drawn as one path, the part alone is made and drawn
 * again in which an item is another one, and not the whole canvas. All parts are once `make` is another function.
 */
export function useParts<T, R>(all: readonly T[], make: (part: readonly T[]) => R): R[] {
  const before = useRef<{ make: typeof make; parts: { part: T[]; made: R }[] }>(undefined);
  return useMemo(() => {
    const known = before.current?.make === make ? before.current.parts : [];
    const parts = inParts(all).map((part, at) => {
      const same = known[at];
      return same && sameItems(same.part, part) ? same : { part, made: make(part) };
    });
    before.current = { make, parts };
    return parts.map(({ made }) => made);
  }, [all, make]);
}

function inParts<T>(all: readonly T[]): T[][] {
  const size = Math.max(1, Math.ceil(all.length / PARTS));
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}
