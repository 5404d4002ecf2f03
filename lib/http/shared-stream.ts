import { BEAT, type StreamFrame, writeRunCursor } from "@/lib/core/stream";
import { serviceNamed } from "@/lib/services/verb-by-name";
import type { RouteCall } from "./route-call";
import { eventStreamResponse } from "./sse";

/** News of several topics over one connection (docs/engine.md, "Streams"). */
export async function sharedStream({
  services,
  actor,
  request,
  input,
  counted,
}: RouteCall): Promise<Response> {
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const open = serviceNamed(services, "stream/open");
  const { frames } = await open({ actor, input: { ...input, signal }, counted });
  const authorize = serviceNamed(services, "stream/authorize");
  return eventStreamResponse(singleItemBatches(frames), {
    frame: streamFrameText,
    // A browser tells its page of events, not of comments.
    heartbeat: `event: ${BEAT}\ndata:\n\n`,
    checkRights: () => authorize({ actor, input }),
    onClose: () => stop.abort(),
  });
}

/** A frame with its topic and the cursor after it as its id. */
function streamFrameText(frame: StreamFrame): string {
  const id = frame.kind === "problem" ? "" : `id: ${frame.topic}@${cursorText(frame)}\n`;
  return `${id}data: ${JSON.stringify(frame)}\n\n`;
}

function cursorText(frame: Exclude<StreamFrame, { kind: "problem" }>): string {
  return frame.kind === "run" ? writeRunCursor(frame.cursor) : String(frame.cursor);
}

async function* singleItemBatches(frames: AsyncIterable<StreamFrame>): AsyncGenerator<StreamFrame[]> {
  for await (const frame of frames) yield [frame];
}
