import type { Clock } from "@/lib/core/ports";

export type Alarm = {
  /** Replaces the moment it is set to; without one it stays silent. */
  set(delayMs: number | undefined): void;
};

// Longer delays are cut: the timer functions below the clock cannot hold them, and a look costs nothing.
const MAX_DELAY_MS = 3_600_000;

/** One timer that is set again and again. */
export function createAlarm(clock: Clock, ring: () => void): Alarm {
  let current: AbortController | undefined;
  return {
    set(delayMs) {
      current?.abort();
      current = undefined;
      if (delayMs === undefined) return;
      const mine = new AbortController();
      current = mine;
      void clock.sleep(Math.min(Math.max(0, delayMs), MAX_DELAY_MS), mine.signal).then(() => {
        if (!mine.signal.aborted) ring();
      });
    },
  };
}
