import { type RunCursor, readRunCursor } from "@/lib/core/stream";

const HEARTBEAT_MS = 10_000;
const MAX_UNSENT_BYTES = 256 * 1024;
const CHUNK_CHARS = 32 * 1024;
const CHECK_MS = 60_000;

type EventStreamOptions<T> = {
  /** An item as a frame: `id:`, `data:` and an empty line. */
  frame(item: T): string;
  heartbeatMs?: number;
  /** What a reader is sent while nothing happens. */
  heartbeat?: string;
  maxUnsentBytes?: number;
  /** Asked every `checkMs`, as long as the reader stays: a throw ends the stream. */
  checkRights?(): Promise<void>;
  checkMs?: number;
  /** Called when the reader has gone or was closed: stop producing. */
  onClose: () => void;
};

/** The position after which a reader asks to go on by its Last-Event-ID; undefined for none that the server gave out. */
export const resumePosition = (headers: Headers): RunCursor | undefined =>
  readRunCursor(headers.get("last-event-id")?.trim() ?? "");

/**
 * Batches of items as a server-sent event stream (WHATWG HTML, 9.2). The reader sets the pace: at most
 * `maxUnsentBytes` wait for it, and one that took nothing for a whole heartbeat with that much waiting is closed;
 * it comes back with its Last-Event-ID.
 */
export function eventStreamResponse<T>(
  batches: AsyncIterable<T[]>,
  options: EventStreamOptions<T>,
): Response {
  const { heartbeatMs = HEARTBEAT_MS, maxUnsentBytes = MAX_UNSENT_BYTES, onClose } = options;
  const { heartbeat = ": still here\n\n", checkRights, checkMs = CHECK_MS } = options;
  const encoder = new TextEncoder();
  const chunks = chunksOf(batches, options.frame);
  let heartbeatTimer: NodeJS.Timeout | undefined;
  let rightsTimer: NodeJS.Timeout | undefined;
  let readSinceHeartbeat = false;
  const end = () => {
    clearInterval(heartbeatTimer);
    clearInterval(rightsTimer);
    onClose();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
        heartbeatTimer = setInterval(() => {
          const full = (controller.desiredSize ?? 0) <= 0;
          if (full && !readSinceHeartbeat) {
            end();
            controller.error(new Error("The reader is too slow."));
          } else if (!full) controller.enqueue(encoder.encode(heartbeat));
          readSinceHeartbeat = false;
        }, heartbeatMs);
        if (!checkRights) return;
        rightsTimer = setInterval(() => {
          checkRights().catch((reason: unknown) => {
            end();
            controller.error(reason);
          });
        }, checkMs);
      },
      async pull(controller) {
        readSinceHeartbeat = true;
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
async function* chunksOf<T>(batches: AsyncIterable<T[]>, frame: (item: T) => string): AsyncGenerator<string> {
  for await (const items of batches) {
    let chunk = "";
    for (const item of items) {
      chunk += frame(item);
      if (chunk.length < CHUNK_CHARS) continue;
      yield chunk;
      chunk = "";
    }
    if (chunk !== "") yield chunk;
  }
}
