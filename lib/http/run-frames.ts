import type { RunEvent } from "@/lib/core/run/events";
import { type RunCursor, type StreamChunk, writeRunCursor } from "@/lib/core/stream";
import type { Services } from "@/lib/services/registry";

type RunBatch =
  Awaited<ReturnType<Services["runs"]["follow"]>>["batches"] extends AsyncIterable<infer Batch>
    ? Batch
    : never;

/** One event or one chunk of text, and the place after it. */
export type RunItem = { cursor: RunCursor } & ({ event: RunEvent } | { chunk: StreamChunk });

/** A batch item by item: the text first, since it belongs to steps that the events may commit. */
export function runItems(before: { seq: number }, { cursor, events, chunks }: RunBatch): RunItem[] {
  return [
    ...chunks.map((chunk) => ({ chunk, cursor: { seq: before.seq, chunk: chunk.chunkNo } })),
    ...events.map((event) => ({ event, cursor: { seq: event.seq, chunk: cursor.chunk } })),
  ];
}

/** Text has an event type of its own: readers of plain messages see the run's events alone. */
export function runItemFrame(item: RunItem): string {
  const id = `id: ${writeRunCursor(item.cursor)}\n`;
  if ("event" in item) return `${id}data: ${JSON.stringify(item.event)}\n\n`;
  return `${id}event: chunk\ndata: ${JSON.stringify(item.chunk)}\n\n`;
}
