import type { RunEvent } from "@/lib/core/run/events";

const HEARTBEAT_MS = 10_000;
const MAX_UNSENT_BYTES = 256 * 1024;
const CHUNK_CHARS = 32 * 1024;

export type EventStreamOptions = {
  heartbeatMs?: number;
  maxUnsentBytes?: number;
  /** Called when the reader has gone or was closed: stop producing. */
  onClose: () => void;
};

/**
 * The place a reader asks to go on from: its Last-Event-ID (`<seq>.<chunk>`) or, without one, `after`. An id that
 * the server did not give out counts as none.
 */
export function resumeAfter(headers: Headers, after = 0): number {
  const [, seq] = /^(\d{1,15})\.\d{1,15}$/.exec(headers.get("last-event-id")?.trim() ?? "") ?? [];
  return seq === undefined ? after : Number(seq);
}

/** One event as a frame. The chunk number is 0: only committed events are streamed. */
export function frameOf(event: RunEvent): string {
  return `id: ${event.seq}.0\ndata: ${JSON.stringify(event)}\n\n`;
}

/**
 * Batches of events as a server-sent event stream (WHATWG HTML, 9.2). The reader sets the pace: at most
 * `maxUnsentBytes` wait for it, and one that took nothing for a whole heartbeat with that much waiting is closed;
 * it comes back with its Last-Event-ID.
 */
export function eventStreamResponse(
  batches: AsyncIterable<RunEvent[]>,
  options: EventStreamOptions,
): Response {
  const { heartbeatMs = HEARTBEAT_MS, maxUnsentBytes = MAX_UNSENT_BYTES, onClose } = options;
  const encoder = new TextEncoder();
  const chunks = chunksOf(batches);
  let timer: NodeJS.Timeout | undefined;
  let tookSinceBeat = false;
  const end = () => {
    clearInterval(timer);
    onClose();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
        timer = setInterval(() => {
          const full = (controller.desiredSize ?? 0) <= 0;
          if (full && !tookSinceBeat) {
            end();
            controller.error(new Error("The reader is too slow."));
          } else if (!full) controller.enqueue(encoder.encode(": still here\n\n"));
          tookSinceBeat = false;
        }, heartbeatMs);
      },
      async pull(controller) {
        tookSinceBeat = true;
        const next = await chunks.next();
        if (!next.done) return controller.enqueue(encoder.encode(next.value));
        end();
        controller.close();
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxUnsentBytes }),
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

/** Frames joined up to a bearable size, so that one large batch does not pass the limit at a stroke. */
async function* chunksOf(batches: AsyncIterable<RunEvent[]>): AsyncGenerator<string> {
  for await (const events of batches) {
    let chunk = "";
    for (const event of events) {
      chunk += frameOf(event);
      if (chunk.length < CHUNK_CHARS) continue;
      yield chunk;
      chunk = "";
    }
    if (chunk !== "") yield chunk;
  }
}
