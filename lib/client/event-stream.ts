import type { RunEvent } from "@/lib/core/run/events";

export type Connection = "connecting" | "live" | "reconnecting" | "ended";

export type StreamHandlers = {
  onEvents(events: RunEvent[]): void;
  onConnection(connection: Connection): void;
};

const RETRY_MS = 2_000;

/** Follows a run's stream from `after()`, now and after every interruption, until `close` is called. */
export function followStream(runId: string, after: () => number, handlers: StreamHandlers) {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pending: RunEvent[] = [];
  let frame: number | undefined;

  const flush = () => {
    frame = undefined;
    const events = pending;
    pending = [];
    handlers.onEvents(events);
  };
  const close = () => {
    clearTimeout(retry);
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    pending = [];
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    const opened = new EventSource(`/api/v1/runs/${encodeURIComponent(runId)}/events?after=${after()}`);
    source = opened;
    opened.onopen = () => handlers.onConnection("live");
    opened.onmessage = (message: MessageEvent<string>) => {
      pending.push(JSON.parse(message.data) as RunEvent);
      frame ??= requestAnimationFrame(flush);
    };
    opened.onerror = () => {
      handlers.onConnection("reconnecting");
      // The browser reconnects by itself, with Last-Event-ID, unless the answer was not a stream.
      if (opened.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
    };
  };
  return { open, close };
}
