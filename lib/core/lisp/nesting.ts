import { exceed } from "./errors";

/** How deep calls and the values that a function walks through may be nested (docs/predicates.md, "Limits"). */
export const MAX_NESTING = 200;

/** The level below this one; throws `limit_exceeded` past the limit, so that no walk overruns the host's stack. */
export function levelBelow(level: number): number {
  return level >= MAX_NESTING ? exceed("depth") : level + 1;
}
