import type { Actor } from "@/lib/auth/actor";
import type { RunEvent } from "@/lib/core/run/events";
import { type RunCursor, type StreamChunk, writeRunCursor } from "@/lib/core/stream";
import type { Services } from "@/lib/services/registry";
import { actorOf } from "./actor";
import { eventStreamResponse, resumeAfter } from "./sse";

type RunBatch =
  Awaited<ReturnType<Services["runs"]["follow"]>>["batches"] extends AsyncIterable<infer Batch>
    ? Batch
    : never;

/** One event or one chunk of text, and the place after it. */
type RunItem = { cursor: RunCursor } & ({ event: RunEvent } | { chunk: StreamChunk });

type EventsCall = {
  services: Services;
  actor: Actor;
  request: Request;
  input: { runId: string; after?: number; chunk?: number | undefined; limit?: number };
};

/** Events of a run: a live stream for readers that accept one, with the text that is written, else a page as JSON. */
export async function runEvents({ services, actor, request, input }: EventsCall): Promise<unknown> {
  const { runId, after = 0, chunk, limit = 200 } = input;
  if (!request.headers.get("accept")?.includes("text/event-stream")) {
    return services.runs.events({ actor, input: { runId, after, limit } });
  }
  const from = resumeAfter(request.headers, chunk === undefined ? { seq: after } : { seq: after, chunk });
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const followed = await services.runs.follow({ actor, input: { runId, ...from, signal } });
  // 204 tells an EventSource that there will never be more; it stops reconnecting.
  if (followed.ended && from.seq >= followed.seq) return new Response(null, { status: 204 });
  return eventStreamResponse(itemsOf(followed.batches, from), {
    frame: runItemFrame,
    checkRights: () =>
      services.stream.authorise({
        actor: actorOf(request.headers),
        input: { topics: `run:${runId}@0` },
      }),
    onClose: () => stop.abort(),
  });
}

async function* itemsOf(
  batches: Awaited<ReturnType<Services["runs"]["follow"]>>["batches"],
  from: { seq: number },
): AsyncGenerator<RunItem[]> {
  let cursor = from;
  for await (const batch of batches) {
    yield runItems(cursor, batch);
    cursor = batch.cursor;
  }
}

/** A batch item by item: the text first, since it belongs to steps that the events may commit. */
function runItems(before: { seq: number }, { cursor, events, chunks }: RunBatch): RunItem[] {
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
