type Waiting<T> = { item: T; taken: () => void };

/**
 * Items of several sources in the order in which they come; each source is asked for its next item only when the
 * last one was taken. Ends with the last source, throws with the first that does; leaving early ends them all.
 */
export async function* merge<T>(sources: AsyncIterable<T>[]): AsyncGenerator<T> {
  const waiting: Waiting<T>[] = [];
  let open = sources.length;
  let left = false;
  let failure: { error: unknown } | undefined;
  let wake = (): void => {};

  async function pump(source: AsyncIterable<T>): Promise<void> {
    try {
      for await (const item of source) {
        if (left) return;
        await new Promise<void>((taken) => {
          waiting.push({ item, taken });
          wake();
        });
        if (left) return;
      }
    } catch (error) {
      failure ??= { error };
    } finally {
      open -= 1;
      wake();
    }
  }

  for (const source of sources) void pump(source);
  try {
    while (open > 0 || waiting.length > 0) {
      if (failure) throw failure.error;
      const [next] = waiting;
      if (next) {
        yield next.item;
        waiting.shift();
        next.taken();
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (failure) throw failure.error;
  } finally {
    left = true;
    for (const { taken } of waiting) taken();
  }
}
