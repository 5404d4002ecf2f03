/** Readers that sleep until there is something new. */
export type Waiters = {
  wakeAll(): void;
  /** Resolves at the next `wake`, or when the signal fires. */
  wait(signal: AbortSignal): Promise<void>;
};

export function createWaiters(): Waiters {
  const waiting = new Set<() => void>();
  return {
    wakeAll() {
      const all = [...waiting];
      waiting.clear();
      for (const resume of all) resume();
    },
    wait(signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const resume = () => {
          signal.removeEventListener("abort", resume);
          waiting.delete(resume);
          resolve();
        };
        waiting.add(resume);
        signal.addEventListener("abort", resume);
      });
    },
  };
}
