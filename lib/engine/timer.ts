import type { Clock } from "@/lib/core/ports";

type Timer = {
  /** Replaces the moment it is set to; without one it stays silent. */
  set(delayMs: number | undefined): void;
};

// Longer delays are cut: the timer functions below the clock cannot hold them, and a look costs nothing.
const MAX_DELAY_MS = 3_600_000;

/** Ends a wait that nobody needs any more: the default reason is an error, whose stack costs more than the wait. */
export const STOPPED = "stopped";

/** One timer that is set again and again. */
export function createTimer(clock: Clock, onDue: () => void): Timer {
  let current: AbortController | undefined;
  return {
    set(delayMs) {
      current?.abort(STOPPED);
      current = undefined;
      if (delayMs === undefined) return;
      const own = new AbortController();
      current = own;
      void clock.sleep(Math.min(Math.max(0, delayMs), MAX_DELAY_MS), own.signal).then(() => {
        if (!own.signal.aborted) onDue();
      });
    },
  };
}
