import type { Actor } from "@/lib/auth/actor";
import type { Services } from "@/lib/services/registry";
import { actorOf } from "./actor";
import { type RunItem, runItemFrame, runItems } from "./run-frames";
import { eventStreamResponse, resumeAfter } from "./sse";

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
