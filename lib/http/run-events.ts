import type { Actor } from "@/lib/auth/actor";
import type { Services } from "@/lib/services/registry";
import { eventStreamResponse, resumeAfter } from "./sse";

type EventsCall = {
  services: Services;
  actor: Actor;
  request: Request;
  input: { runId: string; after?: number; limit?: number };
};

/** Events of a run: a live stream for readers that accept one, else a page as JSON. */
export async function runEvents({ services, actor, request, input }: EventsCall): Promise<unknown> {
  const { runId, after = 0, limit = 200 } = input;
  if (!request.headers.get("accept")?.includes("text/event-stream")) {
    return services.runs.events({ actor, input: { runId, after, limit } });
  }
  const from = resumeAfter(request.headers, after);
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const watched = await services.runs.watch({ actor, input: { runId, after: from, signal } });
  // 204 tells an EventSource that there will never be more; it stops reconnecting.
  if (watched.ended && from >= watched.seq) return new Response(null, { status: 204 });
  return eventStreamResponse(watched.batches, { onClose: () => stop.abort() });
}
