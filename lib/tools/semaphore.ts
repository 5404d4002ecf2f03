/**
 * At most `limit` pieces of work at the same time. Those that wait are of somebody each, named by a key, and take turns:
 * who waits with many holds nobody up who waits with one.
 */
export function createFairSemaphore(limit: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  let free = limit;
  const waiting = new Map<string, (() => void)[]>();
  const enter = (key: string) =>
    new Promise<void>((resolve) => {
      waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
    });
  const leave = () => {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    const [key, [first, ...rest]] = next;
    waiting.delete(key);
    // Behind all others that wait.
    if (rest.length > 0) waiting.set(key, rest);
    first?.();
  };
  return async (key, work) => {
    if (free > 0) free -= 1;
    else await enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** The same for work of nobody in particular: first come, first served. */
export function createSemaphore(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const takeTurn = createFairSemaphore(limit);
  return (work) => takeTurn("", work);
}
