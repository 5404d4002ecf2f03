import { exceed } from "./errors";

/** How deep calls and the values that a function walks through may be nested (docs/predicates.md, "Limits"). */
export const MAX_NESTING = 200;

/** What an evaluation may use (docs/predicates.md, "Limits"). */
export type Limits = {
  /** Evaluation steps; long functions spend by the size of what they look at. */
  fuel: number;
  /** Rounds of one `loop`, or of one function by `recur`. */
  iterations: number;
  /** Calls within calls. Forms are never nested deeper than 200, whatever this says. */
  depth: number;
  /** Bytes of source in UTF-8. */
  sourceBytes: number;
  /** Bytes of strings and collections, counted as they are built. */
  memoryBytes: number;
  deadlineMs: number;
  /** The clock, in milliseconds. Without it there is no deadline. */
  now?: () => number;
};

export const DEFAULT_LIMITS: Limits = {
  fuel: 200_000,
  iterations: 1_000,
  depth: 200,
  sourceBytes: 65_536,
  memoryBytes: 10 * 1024 * 1024,
  deadlineMs: 1_000,
};

/** The level below this one; throws `limit_exceeded` past the limit, so that no walk overruns the host's stack. */
export function levelBelow(level: number): number {
  return level >= MAX_NESTING ? exceed("depth") : level + 1;
}
