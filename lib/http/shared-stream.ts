import type { Actor } from "@/lib/auth/actor";
import { type StreamFrame, writeRunCursor } from "@/lib/core/stream";
import type { Services } from "@/lib/services/registry";
import { actorOf } from "./actor";
import { eventStreamResponse } from "./sse";

type StreamCall = { services: Services; actor: Actor; request: Request; topics: string };

/** News of several topics over one connection (docs/engine.md, "Streams"). */
export async function sharedStream({ services, actor, request, topics }: StreamCall): Promise<Response> {
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const { frames } = await services.stream.open({ actor, input: { topics, signal } });
  return eventStreamResponse(singleItemBatches(frames), {
    frame: streamFrameText,
    checkRights: () => services.stream.authorise({ actor: actorOf(request.headers), input: { topics } }),
    onClose: () => stop.abort(),
  });
}

/** A frame with its topic and the cursor after it as its id. */
export function streamFrameText(frame: StreamFrame): string {
  const id = frame.kind === "problem" ? "" : `id: ${frame.topic}@${cursorText(frame)}\n`;
  return `${id}data: ${JSON.stringify(frame)}\n\n`;
}

function cursorText(frame: Exclude<StreamFrame, { kind: "problem" }>): string {
  return frame.kind === "run" ? writeRunCursor(frame.cursor) : String(frame.cursor);
}

async function* singleItemBatches(frames: AsyncIterable<StreamFrame>): AsyncGenerator<StreamFrame[]> {
  for await (const frame of frames) yield [frame];
}
