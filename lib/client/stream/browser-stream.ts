import { BEAT } from "@/lib/core/stream/frames";
import { onGateNoticesChange, wantsGateNotices } from "../gate-notices";
import "../no-eval";
import { pageSettled } from "../page-settled";
import type { Source } from "./leader";
import { type Channel, createSharedStream, type Locks, type SharedStream } from "./shared-stream";

let shared: SharedStream | undefined;

/** This tab's part in the browser's shared stream. Only in the browser; the same one at every call. */
export function browserStream(): SharedStream {
  if (shared) return shared;
  const sharing = {
    ...("locks" in navigator && { locks: navigator.locks as Locks }),
    ...("BroadcastChannel" in window && { openChannel }),
  };
  const stream = createSharedStream({ tabId: newTabId(), openSource, ready: pageSettled(), ...sharing });
  // A tab that nobody looks at listens on where this browser is to tell of gates.
  const look = () => stream.setHidden(document.hidden && !wantsGateNotices());
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pagehide", () => stream.setHidden(true));
  window.addEventListener("pageshow", look);
  onGateNoticesChange(look);
  look();
  shared = stream;
  return stream;
}

/** No secret: it tells the tabs of one browser apart. */
function newTabId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function openChannel(name: string): Channel {
  const messages = new BroadcastChannel(name);
  const channel: Channel = {
    onmessage: null,
    postMessage: (message) => messages.postMessage(message),
    close: () => messages.close(),
  };
  messages.onmessage = (message) => channel.onmessage?.(message);
  return channel;
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
