import type { Database } from "@/db/client";
import { readEventsAfter } from "@/db/queries/read-events";
import { readRunHeads } from "@/db/queries/read-runs";
import { listen } from "@/lib/engine/notify";
import type { HubSources } from "./types";

/** The hub's sources in the store: its events, its run rows, and its notifications. */
export function storeSources({ sql, orm }: Database): HubSources {
  return {
    listen: (onChange, onReconnect) => listen(sql, { onRun: onChange, onReconnect }),
    readEvents: (runId, afterSeq, limit) => readEventsAfter(orm, { runId, afterSeq, limit }),
    readHeads: (runIds) => readRunHeads(orm, runIds),
  };
}
