/** The recent end of a numbered list in the store, read once for all who are at the same place. */
export type Tail<T> = {
  /** The last number that is known to exist. */
  readonly head: number;
  /** Takes in that there is something up to this number; true when that is news. */
  advanceTo(head: number): boolean;
  /** What comes next after a number: from memory, or by one read that all readers at that place share. */
  after(number: number): Promise<T[]>;
};

const PAGE_ITEMS = 500;
const RECENT_ITEMS = 1_000;

export function createTail<T>(
  numberOf: (item: T) => number,
  read: (after: number, limit: number) => Promise<T[]>,
): Tail<T> {
  const reads = new Map<number, Promise<T[]>>();
  let recent: T[] = [];
  let head = 0;

  function fromMemory(number: number): T[] | undefined {
    const [first, last] = [recent[0], recent.at(-1)];
    if (first === undefined || last === undefined) return;
    if (numberOf(first) > number + 1 || numberOf(last) <= number) return;
    return recent.filter((item) => numberOf(item) > number);
  }

  function append(items: T[]): void {
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return;
    const end = recent.at(-1);
    if (end === undefined || numberOf(first) === numberOf(end) + 1) recent.push(...items);
    recent = recent.slice(-RECENT_ITEMS);
    head = Math.max(head, numberOf(last));
  }

  return {
    get head() {
      return head;
    },
    advanceTo(known) {
      const isNew = known > head;
      head = Math.max(head, known);
      return isNew;
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
      append(items);
      return items;
    },
  };
}
