import type { Clock } from "@/lib/core/ports";

export type ManualClock = Clock & {
  /** Lets time pass, waking sleepers in the order of their moments. */
  advance(byMs: number): Promise<void>;
  /** When the next sleeper wakes; undefined while nobody sleeps. */
  nextMs(): number | undefined;
};

type Sleeper = { atMs: number; wake(): void };

/** A clock that stands still until it is moved. */
export function createManualClock(startMs = 0): ManualClock {
  let nowMs = startMs;
  const sleepers = new Set<Sleeper>();

  const nextSleeper = (): Sleeper | undefined => [...sleepers].sort((one, other) => one.atMs - other.atMs)[0];

  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: (delayMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const sleeper = { atMs: nowMs + delayMs, wake };
        function wake(): void {
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", wake);
          resolve();
        }
        sleepers.add(sleeper);
        signal?.addEventListener("abort", wake, { once: true });
      }),
    nextMs: () => nextSleeper()?.atMs,
    async advance(byMs) {
      const untilMs = nowMs + byMs;
      await settled();
      for (let next = nextSleeper(); next && next.atMs <= untilMs; next = nextSleeper()) {
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
        await settled();
      }
      nowMs = untilMs;
    },
  };
}

/** Resolves when everything that can happen without time has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
