/** Readers that sleep until there is something new. */
type Waiters = {
  wakeAll(): void;
  /** Resolves at the next `wake`, or when the signal fires. */
  wait(signal: AbortSignal): Promise<void>;
};

export function createWaiters(): Waiters {
  const waiting = new Set<() => void>();
  // A signal is listened to once, however often its reader sleeps: with each event all of them do.
  const bySignal = new WeakMap<AbortSignal, Set<() => void>>();
  const sleepersOf = (signal: AbortSignal): Set<() => void> => {
    const known = bySignal.get(signal);
    if (known) return known;
    const sleepers = new Set<() => void>();
    bySignal.set(signal, sleepers);
    signal.addEventListener("abort", () => sleepers.forEach((resume) => void resume()), { once: true });
    return sleepers;
  };
  return {
    wakeAll() {
      const all = [...waiting];
      waiting.clear();
      for (const resume of all) resume();
    },
    wait(signal) {
      if (signal.aborted) return Promise.resolve();
      const sleepers = sleepersOf(signal);
      return new Promise((resolve) => {
        const resume = () => {
          sleepers.delete(resume);
          waiting.delete(resume);
          resolve();
        };
        waiting.add(resume);
        sleepers.add(resume);
      });
    },
  };
}
