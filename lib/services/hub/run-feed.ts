import type { RunEvent } from "@/lib/core/run/events";
import type { StreamChunk } from "@/lib/core/stream";
import type { HubSources, RunBatch, RunHead } from "./types";
import { createWaiters } from "./waiters";

/** The recent end of a numbered list in the store, read once for all who are at the same place. */
type Tail<T> = {
  /** The last number that is known to exist. */
  readonly head: number;
  /** Takes in that there is something up to this number; true when that is news. */
  advanceTo(head: number): boolean;
  /** What comes next after a number: from memory, or by one read that all readers at that place share. */
  after(number: number): Promise<T[]>;
};

const PAGE_ITEMS = 500;
const RECENT_ITEMS = 1_000;

/** The recent events and chunks of text of one watched run, and the watchers that sleep until there are more. */
export class RunFeed {
  readonly events: Tail<RunEvent>;
  readonly chunks: Tail<StreamChunk>;
  readonly #sleepers = createWaiters();
  #ended = false;
  watchers = 0;
  /** How often the comments on its plan may have changed since the feed began. */
  commentChanges = 0;

  readonly runId: string;

  constructor(runId: string, sources: Pick<HubSources, "readEvents" | "readChunks">) {
    this.runId = runId;
    this.events = createTail(
      (event) => event.seq,
      async (after, limit) => {
        const events = await sources.readEvents(runId, after, limit);
        if (events.some((event) => event.type === "run_finished")) this.#ended = true;
        return events;
      },
    );
    this.chunks = createTail(
      (chunk) => chunk.chunkNo,
      (after, limit) => sources.readChunks(runId, after, limit),
    );
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Takes in what a notification or a poll tells; wakes the watchers when it is news. */
  update({ seq, chunk, ended }: RunHead): void {
    const changes = [this.events.advanceTo(seq), this.chunks.advanceTo(chunk), ended && !this.#ended];
    this.#ended ||= ended;
    if (changes.includes(true)) this.#sleepers.wakeAll();
  }

  /** Takes in that comments have changed, or may have without a word of it. */
  noteComments(): void {
    this.commentChanges += 1;
    this.#sleepers.wakeAll();
  }

  /** Resolves when `isNews` may have become true, the run has ended, or the signal fires. */
  async changed(isNews: () => boolean, signal: AbortSignal): Promise<void> {
    if (isNews() || this.#ended) return;
    await this.#sleepers.wait(signal);
  }
}

function createTail<T>(
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
    // From the end: each of many watchers asks for the newest.
    return recent.slice(recent.findLastIndex((item) => numberOf(item) <= number) + 1);
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
      // The one who told of more was ahead of the store, or it is gone: believe the store.
      if (items.length === 0) head = number;
      append(items);
      return items;
    },
  };
}

/** Events of a feed, as soon as there are any, until the run has ended or the signal fires. */
export async function* eventsOf(
  feed: RunFeed,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent[]> {
  let seq = after;
  while (!signal.aborted) {
    const events = await feed.events.after(seq);
    const last = events.at(-1);
    if (last) {
      seq = last.seq;
      yield events;
    } else if (feed.ended) return;
    else await feed.changed(() => feed.events.head > seq, signal);
  }
}

/** Events and text of a feed. Chunks are read after the events, so none of a step that these commit is missed. */
export async function* batchesOf(
  feed: RunFeed,
  from: { seq: number; chunk: number },
  signal: AbortSignal,
): AsyncGenerator<RunBatch> {
  let cursor = { seq: from.seq, chunk: from.chunk };
  let ready = false;
  let { commentChanges } = feed;
  while (!signal.aborted) {
    const wasEnded = feed.ended;
    const events = await feed.events.after(cursor.seq);
    const chunks = await feed.chunks.after(cursor.chunk);
    if (events.length > 0 || chunks.length > 0) {
      cursor = {
        seq: events.at(-1)?.seq ?? cursor.seq,
        chunk: chunks.at(-1)?.chunkNo ?? cursor.chunk,
      };
      yield { cursor, events, chunks };
    } else if (feed.commentChanges > commentChanges) {
      commentChanges = feed.commentChanges;
      yield { cursor, events: [], chunks: [], comments: true };
    } else if (!ready) {
      ready = true;
      yield { cursor, events: [], chunks: [], ready };
    } else if (wasEnded) {
      return yield { cursor, events: [], chunks: [], ended: true };
    } else {
      const { seq, chunk } = cursor;
      const isNews = () =>
        feed.events.head > seq || feed.chunks.head > chunk || feed.commentChanges > commentChanges;
      await feed.changed(isNews, signal);
    }
  }
}
