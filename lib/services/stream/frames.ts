import type { RunEvent } from "@/lib/core/run/events";
import { REDUCER_VERSION, type RunFrame, runTopic, type StreamChunk } from "@/lib/core/stream";
import type { RunBatch } from "../hub";

/** About this much JSON goes into one frame. */
const FRAME_CHARS = 32 * 1_024;

type Item = { chunk: StreamChunk } | { event: RunEvent };

/** A batch as frames of a bearable size, each with the cursor after it; the text first, then the events. */
export function* runFrames(runId: string, before: { seq: number }, batch: RunBatch): Generator<RunFrame> {
  const empty = (): RunFrame => ({
    kind: "run",
    topic: runTopic(runId),
    reducer: REDUCER_VERSION,
    cursor: { ...cursor },
    events: [],
    chunks: [],
  });
  let cursor = { seq: before.seq, chunk: batch.cursor.chunk };
  let frame = empty();
  let chars = 0;
  for (const item of itemsOf(batch)) {
    if ("chunk" in item) {
      frame.chunks.push(item.chunk);
      cursor = { ...cursor, chunk: item.chunk.chunkNo };
    } else {
      frame.events.push(item.event);
      cursor = { seq: item.event.seq, chunk: batch.cursor.chunk };
    }
    frame.cursor = cursor;
    chars += JSON.stringify(item).length;
    if (chars < FRAME_CHARS) continue;
    yield frame;
    frame = empty();
    chars = 0;
  }
  const { ready, ended } = batch;
  if (chars > 0 || ready || ended) yield { ...frame, ...(ready && { ready }), ...(ended && { ended }) };
}

function* itemsOf({ chunks, events }: RunBatch): Generator<Item> {
  for (const chunk of chunks) yield { chunk };
  for (const event of events) yield { event };
}
