import { BEAT } from "@/lib/core/stream/frames";
import { onGateNoticesChange, wantsGateNotices } from "../gate-notices";
import "../no-eval";
import { pageSettled } from "../page-settled";
import type { Source } from "./connection";
import { createStream, type Locks, type Stream } from "./stream";

let stream: Stream | undefined;

/** This tab's stream. Only in the browser; the same one at every call. */
export function browserStream(): Stream {
  if (stream) return stream;
  const own = createStream({
    openSource,
    ready: pageSettled(),
    ...("locks" in navigator && { locks: navigator.locks as Locks }),
  });
  const look = () => own.setAttention(document.hidden ? (wantsGateNotices() ? "notices" : "none") : "seen");
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pagehide", () => own.setAttention("none"));
  window.addEventListener("pageshow", look);
  onGateNoticesChange(look);
  look();
  stream = own;
  return own;
}

function openSource(url: string): Source {
  const events = new EventSource(url);
  const source: Source = {
    onopen: null,
    onmessage: null,
    onbeat: null,
    onerror: null,
    onrefused: null,
    close: () => {
      window.removeEventListener("offline", lose);
      events.close();
    },
  };
  // A connection that is open stays so for a while when the network goes.
  const lose = () => source.onerror?.();
  window.addEventListener("offline", lose);
  events.onopen = () => source.onopen?.();
  events.onmessage = (message: MessageEvent<string>) => source.onmessage?.(message);
  events.addEventListener(BEAT, () => source.onbeat?.());
  events.onerror = async () => {
    const isRefused = events.readyState === EventSource.CLOSED && (await isSignedOut());
    if (isRefused) source.onrefused?.();
    else source.onerror?.();
  };
  return source;
}

/** An event source does not say with which status it was closed. */
function isSignedOut(): Promise<boolean> {
  return fetch("/api/v1/stream", { method: "HEAD" }).then(
    ({ status }) => status === 401,
    () => false,
  );
}
