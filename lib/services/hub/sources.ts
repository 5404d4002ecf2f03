import type { Database } from "@/db/client";
import { readChunksAfter, readLastChunks, readOpenChunk } from "@/db/queries/chunks";
import { readEventsAfter } from "@/db/queries/runs/read-events";
import { readRunChanges, readRunHeads } from "@/db/queries/runs/read-runs";

import { listen } from "@/lib/engine/notify";
import { changedDrills, drillEvents, drillHeads } from "./drill-sources";
import type { HubSources } from "./types";

/**
 * The hub's sources in the store: its events, its chunks, its run rows, and its notifications. Where there is no such run,
 * a drill may tell of it, and is followed like one.
 */
export function storeSources({ sql, orm }: Database): HubSources {
  return {
    listen: (onChange, onReconnect, onComments) => listen(sql, { onRun: onChange, onReconnect, onComments }),
    async readEvents(runId, afterSeq, limit) {
      const events = await readEventsAfter(orm, { runId, afterSeq, limit });
      return events.length > 0 ? events : drillEvents(orm, { runId, afterSeq, limit });
    },
    readChunks: (runId, after, limit) => readChunksAfter(sql, { runId, after, limit }),
    readOpenChunk: (runId) => readOpenChunk(sql, runId),
    async readHeads(runIds) {
      if (runIds.length === 0) return new Map();
      const [heads, chunks] = await Promise.all([readRunHeads(orm, runIds), readLastChunks(sql, runIds)]);
      const others = await drillHeads(
        orm,
        runIds.filter((id) => !heads.has(id)),
      );
      return new Map(
        [...heads, ...others].map(([id, head]) => [id, { ...head, chunk: chunks.get(id) ?? 0 }]),
      );
    },
    async readChanges(workspaceId, which) {
      const { nowMs, runs } = await readRunChanges(sql, workspaceId, which);
      const known = new Set(runs.map(({ runId }) => runId));
      const unknown = "runIds" in which ? { runIds: which.runIds.filter((id) => !known.has(id)) } : which;
      return { nowMs, runs: [...runs, ...(await changedDrills(orm, workspaceId, unknown))] };
    },
  };
}
