/** Readers that sleep until there is something new. */
export type Sleepers = {
  wake(): void;
  /** Resolves at the next `wake`, or when the signal fires. */
  sleep(signal: AbortSignal): Promise<void>;
};

export function createSleepers(): Sleepers {
  const sleeping = new Set<() => void>();
  return {
    wake() {
      const all = [...sleeping];
      sleeping.clear();
      for (const rise of all) rise();
    },
    sleep(signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const rise = () => {
          signal.removeEventListener("abort", rise);
          sleeping.delete(rise);
          resolve();
        };
        sleeping.add(rise);
        signal.addEventListener("abort", rise, { once: true });
      });
    },
  };
}
