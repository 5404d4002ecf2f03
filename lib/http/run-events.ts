import type { RunEvent } from "@/lib/core/run/events";
import { type RunCursor, type StreamChunk, writeRunCursor, writeTopic } from "@/lib/core/stream";
import type { Services } from "@/lib/services/registry";
import { serviceNamed } from "@/lib/services/verb-by-name";
import type { RouteCall } from "./route-call";
import { eventStreamResponse, resumePosition } from "./sse";

type RunBatch =
  Awaited<ReturnType<Services["runs"]["follow"]>>["batches"] extends AsyncIterable<infer Batch>
    ? Batch
    : never;

/** One event or one chunk of text, and the place after it. */
type RunItem = { cursor: RunCursor } & ({ event: RunEvent } | { chunk: StreamChunk });

/** Events of a run as a live stream, with the text that is being written (docs/api.md, "Streams"). */
export async function runEventStream(call: RouteCall): Promise<Response> {
  const { services, actor, request, input, counted } = call;
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const position = resumePosition(request.headers);
  const followed = await serviceNamed(
    services,
    "runs/follow",
  )({
    actor,
    input: { ...input, ...(position && { after: position.seq, chunk: position.chunk }), signal },
    counted,
  });
  const { runId, from, batches } = followed;
  // 204 tells an EventSource that there will never be more; it stops reconnecting.
  if (followed.ended && from.seq >= followed.seq) {
    stop.abort();
    return new Response(null, { status: 204 });
  }
  return eventStreamResponse(itemsOf(batches, from), {
    frame: runItemFrame,
    checkRights: () =>
      services.stream.authorize({
        actor,
        input: { topics: writeTopic({ kind: "run", runId, seq: 0 }) },
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

/** Events as text: all who watch a run are sent the same ones. */
const textOfEvent = new WeakMap<RunEvent, string>();

function eventText(event: RunEvent): string {
  const known = textOfEvent.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(event);
  textOfEvent.set(event, text);
  return text;
}

/** Text has an event type of its own: readers of plain messages see the run's events alone. */
export function runItemFrame(item: RunItem): string {
  const id = `id: ${writeRunCursor(item.cursor)}\n`;
  if ("event" in item) return `${id}data: ${eventText(item.event)}\n\n`;
  return `${id}event: chunk\ndata: ${JSON.stringify(item.chunk)}\n\n`;
}
