/** A page that is not painted, such as one covered by another window, still takes in what it hears after this long. */
const UNPAINTED_MS = 500;

/** Gathers items and hands them over once a painted frame. Call the result's `stop` when nobody wants them any more. */
export function createFrameQueue<T>(handOver: (items: T[]) => void) {
  let items: T[] = [];
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    if (frame === undefined) return;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    const taken = items;
    items = [];
    handOver(taken);
  };
  return {
    add(item: T): void {
      items.push(item);
      if (frame !== undefined) return;
      frame = requestAnimationFrame(flush);
      timer = setTimeout(flush, UNPAINTED_MS);
    },
    /** Hands over what is left, at once. */
    stop: flush,
  };
}
