import type { StreamFrame, Topic } from "@/lib/core/stream";

/** Places of readers in topics: which is earlier, and what of a frame is news at one. */

/** The place from which both readers miss nothing. Without a chunk a reader wants all text that is still open. */
export function earlier(a: Topic, b: Topic): Topic {
  if (a.kind === "workspace" || b.kind === "workspace") return earlierWorkspace(a, b);
  const { kind, runId } = a;
  const seq = Math.min(a.seq, b.seq);
  if (a.chunk === undefined || b.chunk === undefined) return { kind, runId, seq };
  return { kind, runId, seq, chunk: Math.min(a.chunk, b.chunk) };
}

function earlierWorkspace(a: Topic, b: Topic): Topic {
  const positions = [a, b].flatMap((one) =>
    one.kind === "workspace" && one.after !== undefined ? one.after : [],
  );
  return positions.length === 0
    ? { kind: "workspace" }
    : { kind: "workspace", after: Math.min(...positions) };
}

/** Whether a reader at `place` has missed something that a stream at `position` will not send again. */
export function isBehind(reader: Topic, stream: Topic): boolean {
  if (reader.kind === "run" && stream.kind === "run") {
    if (reader.seq < stream.seq || reader.chunk === undefined) return true;
    return stream.chunk !== undefined && reader.chunk < stream.chunk;
  }
  if (reader.kind === "run" || stream.kind === "run") return true;
  return reader.after !== undefined && stream.after !== undefined && reader.after < stream.after;
}

/** The place after a frame; never before the place there was. */
export function advance(position: Topic, frame: StreamFrame): Topic {
  if (frame.kind === "run" && position.kind === "run") {
    const { seq, chunk } = frame.cursor;
    return { ...position, seq: Math.max(position.seq, seq), chunk: Math.max(position.chunk ?? 0, chunk) };
  }
  if (frame.kind === "workspace" && position.kind === "workspace") {
    return { kind: "workspace", after: Math.max(position.after ?? 0, frame.cursor) };
  }
  return position;
}

/** What of a frame is news at a place; `gap` when events or text before it are missing there. */
export function unseenPart(position: Topic, frame: StreamFrame): { frame: StreamFrame; gap: boolean } {
  if (frame.kind !== "run" || position.kind !== "run") return { frame, gap: false };
  const events = frame.events.filter((event) => event.seq > position.seq);
  const chunks = frame.chunks.filter((chunk) => chunk.chunkNo > (position.chunk ?? 0));
  const first = events[0];
  const missesEvents = first !== undefined && first.seq > position.seq + 1;
  const { afterChunk } = frame;
  const missesText =
    afterChunk !== undefined && (position.chunk === undefined || position.chunk < afterChunk);
  return { frame: { ...frame, events, chunks }, gap: missesEvents || missesText };
}
