type Signal = {
  notify(): void;
  /** Resolves at the next notification, or at once if there was one since the last reset. One waiter at a time. */
  wait(): Promise<void>;
  /** Forgets notifications so far: the caller looks at everything next. */
  reset(): void;
};

/** Lets one loop sleep until any of many parties has something for it. */
export function createSignal(): Signal {
  let notified = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      notified = true;
      wake?.();
    },
    async wait() {
      if (!notified) await new Promise<void>((resolve) => (wake = resolve));
      wake = undefined;
    },
    reset() {
      notified = false;
    },
  };
}
