/** The recent end of a numbered list in the store, read once for all who are at the same place. */
export type Tail<T> = {
  /** The last number that is known to exist. */
  readonly head: number;
  /** Takes in that there is something up to this number; true when that is news. */
  learn(head: number): boolean;
  /** What comes next after a number: from memory, or by one read that all readers at that place share. */
  after(number: number): Promise<T[]>;
};

const PAGE_ITEMS = 500;
const KEPT_ITEMS = 1_000;

export function createTail<T>(
  numberOf: (item: T) => number,
  read: (after: number, limit: number) => Promise<T[]>,
): Tail<T> {
  const reads = new Map<number, Promise<T[]>>();
  let kept: T[] = [];
  let head = 0;

  function fromMemory(number: number): T[] | undefined {
    const [first, last] = [kept[0], kept.at(-1)];
    if (first === undefined || last === undefined) return;
    if (numberOf(first) > number + 1 || numberOf(last) <= number) return;
    return kept.filter((item) => numberOf(item) > number);
  }

  function remember(items: T[]): void {
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return;
    const end = kept.at(-1);
    if (end === undefined || numberOf(first) === numberOf(end) + 1) kept.push(...items);
    kept = kept.slice(-KEPT_ITEMS);
    head = Math.max(head, numberOf(last));
  }

  return {
    get head() {
      return head;
    },
    learn(known) {
      const news = known > head;
      head = Math.max(head, known);
      return news;
    },
    async after(number) {
      const known = fromMemory(number);
      if (known) return known;
      if (number >= head) return [];
      const running = reads.get(number);
      if (running) return running;
      const reading = read(number, PAGE_ITEMS).finally(() => reads.delete(number));
      reads.set(number, reading);
      const items = await reading;
      // Whoever told of more was ahead of the store, or it is gone: believe the store.
      if (items.length === 0) head = number;
      remember(items);
      return items;
    },
  };
}
