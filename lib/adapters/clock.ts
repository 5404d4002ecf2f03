import type { Clock } from "@/lib/core/ports";

/** The longest wait that a timer holds; of a longer one it fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** The machine's clock and timers. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(delayMs, MAX_TIMER_MS));
      signal?.addEventListener("abort", wake, { once: true });
    }),
};
