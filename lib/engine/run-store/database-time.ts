import type { Clock } from "@/lib/core/ports";

/** What the database says the time is, between two looks at it. */
export type DatabaseTime = {
  observe(nowMs: number): void;
  /** Undefined where the last look is too long ago. */
  nowMs(): number | undefined;
};

/** So long two clocks run side by side well enough for the times of events. */
const FRESH_MS = 10_000;

/** Follows the database's clock by the monotonic one of this process; without one it never knows. */
export function createDatabaseTime(clock: Pick<Clock, "monotonicMs"> | undefined): DatabaseTime {
  let seen: { nowMs: number; atMs: number } | undefined;
  return {
    observe(nowMs) {
      seen = clock && { nowMs, atMs: clock.monotonicMs() };
    },
    nowMs() {
      if (!clock || !seen) return;
      const sinceMs = clock.monotonicMs() - seen.atMs;
      return sinceMs < FRESH_MS ? seen.nowMs + Math.floor(sinceMs) : undefined;
    },
  };
}
