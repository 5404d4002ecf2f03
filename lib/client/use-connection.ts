"use client";

import { useSyncExternalStore } from "react";
import { browserStream } from "./stream/browser-stream";
import type { StreamStatus } from "./stream/stream";

const INITIAL: StreamStatus = { connection: "connecting", caughtUp: 0 };

/** How the stream is doing, for a banner: `reconnecting`, then `caughtUp` events. */
export function useConnection(): StreamStatus {
  return useSyncExternalStore(
    (listener) => browserStream().onStatus(listener),
    () => browserStream().status(),
    () => INITIAL,
  );
}
