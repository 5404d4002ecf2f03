export type Bell = {
  ring(): void;
  /** Resolves at the next ring, or at once when it rang since `hush`. One waiter at a time. */
  wait(): Promise<void>;
  /** Forgets what rang until now: whoever calls it looks at everything next. */
  hush(): void;
};

/** Lets one loop sleep until any of many parties has something for it. */
export function createBell(): Bell {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      answer?.();
    },
    async wait() {
      if (!rung) await new Promise<void>((resolve) => (answer = resolve));
      answer = undefined;
    },
    hush() {
      rung = false;
    },
  };
}
