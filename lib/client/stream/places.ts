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
  const places = [a, b].flatMap((one) =>
    one.kind === "workspace" && one.after !== undefined ? one.after : [],
  );
  return places.length === 0 ? { kind: "workspace" } : { kind: "workspace", after: Math.min(...places) };
}

/** Whether a reader at `place` has missed something that a stream at `position` will not send again. */
export function isBehind(place: Topic, position: Topic): boolean {
  if (place.kind === "run" && position.kind === "run") {
    if (place.seq < position.seq || place.chunk === undefined) return true;
    return position.chunk !== undefined && place.chunk < position.chunk;
  }
  if (place.kind === "run" || position.kind === "run") return true;
  return place.after !== undefined && position.after !== undefined && place.after < position.after;
}

/** The place after a frame; never before the place there was. */
export function advance(place: Topic, frame: StreamFrame): Topic {
  if (frame.kind === "run" && place.kind === "run") {
    const { seq, chunk } = frame.cursor;
    return { ...place, seq: Math.max(place.seq, seq), chunk: Math.max(place.chunk ?? 0, chunk) };
  }
  if (frame.kind === "workspace" && place.kind === "workspace") {
    return { kind: "workspace", after: Math.max(place.after ?? 0, frame.cursor) };
  }
  return place;
}

/** What of a frame is news at a place; `gap` when events before it are missing there. */
export function freshPart(place: Topic, frame: StreamFrame): { frame: StreamFrame; gap: boolean } {
  if (frame.kind !== "run" || place.kind !== "run") return { frame, gap: false };
  const events = frame.events.filter((event) => event.seq > place.seq);
  const chunks = frame.chunks.filter((chunk) => chunk.chunkNo > (place.chunk ?? 0));
  const first = events[0];
  return { frame: { ...frame, events, chunks }, gap: first !== undefined && first.seq > place.seq + 1 };
}
