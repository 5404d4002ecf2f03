import type { Database } from "@/db/client";
import { readChunksAfter, readLastChunks, readOpenChunk } from "@/db/queries/chunks";
import { readEventsAfter } from "@/db/queries/runs/read-events";
import { readRunChanges, readRunHeads } from "@/db/queries/runs/read-runs";

import { listen } from "@/lib/engine/notify";
import type { HubSources } from "./types";

/** The hub's sources in the store: its events, its chunks, its run rows, and its notifications. */
export function storeSources({ sql, orm }: Database): HubSources {
  return {
    listen: (onChange, onReconnect, onComments) => listen(sql, { onRun: onChange, onReconnect, onComments }),
    readEvents: (runId, afterSeq, limit) => readEventsAfter(orm, { runId, afterSeq, limit }),
    readChunks: (runId, after, limit) => readChunksAfter(sql, { runId, after, limit }),
    readOpenChunk: (runId) => readOpenChunk(sql, runId),
    async readHeads(runIds) {
      if (runIds.length === 0) return new Map();
      const [heads, chunks] = await Promise.all([readRunHeads(orm, runIds), readLastChunks(sql, runIds)]);
      return new Map([...heads].map(([id, head]) => [id, { ...head, chunk: chunks.get(id) ?? 0 }]));
    },
    readChanges: (workspaceId, which) => readRunChanges(sql, workspaceId, which),
  };
}
