/** Gathers items and hands them over once a painted frame. Call the result's `stop` when nobody wants them any more. */
export function createFrameQueue<T>(handOver: (items: T[]) => void) {
  let items: T[] = [];
  let frame: number | undefined;
  const flush = (): void => {
    frame = undefined;
    const taken = items;
    items = [];
    handOver(taken);
  };
  return {
    add(item: T): void {
      items.push(item);
      frame ??= requestAnimationFrame(flush);
    },
    /** Hands over what is left, at once. */
    stop(): void {
      if (frame === undefined) return;
      cancelAnimationFrame(frame);
      flush();
    },
  };
}
