import type { RunEvent } from "@/lib/core/run/events";
import type { RunFeed } from "./feed";
import type { RunBatch } from "./types";

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
    } else if (!ready) {
      ready = true;
      yield { cursor, events: [], chunks: [], ready };
    } else if (wasEnded) {
      return yield { cursor, events: [], chunks: [], ended: true };
    } else {
      const { seq, chunk } = cursor;
      await feed.changed(() => feed.events.head > seq || feed.chunks.head > chunk, signal);
    }
  }
}
