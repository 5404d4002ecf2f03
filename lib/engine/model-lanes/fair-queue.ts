export type FairQueue<T> = {
  add(key: string, item: T): void;
  remove(key: string, item: T): void;
  /** Whose turn it is, without taking it. */
  peek(): T | undefined;
  /** Takes who is first; its key goes behind the others. */
  shift(): T | undefined;
};

/** A queue in which keys take turns, however many items each has: with n keys waiting, each is served within n turns. */
export function createFairQueue<T>(): FairQueue<T> {
  const waiting = new Map<string, T[]>();

  const head = (): [string, T[]] | undefined => waiting.entries().next().value;

  return {
    add(key, item) {
      const items = waiting.get(key);
      if (items) items.push(item);
      else waiting.set(key, [item]);
    },
    remove(key, item) {
      const left = (waiting.get(key) ?? []).filter((one) => one !== item);
      if (left.length > 0) waiting.set(key, left);
      else waiting.delete(key);
    },
    peek: () => head()?.[1][0],
    shift() {
      const found = head();
      if (!found) return;
      const [key, [item, ...left]] = found;
      waiting.delete(key);
      if (left.length > 0) waiting.set(key, left);
      return item;
    },
  };
}
