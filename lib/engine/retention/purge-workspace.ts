import type { Sql } from "postgres";
import { removeUnusedBlobs } from "@/db/queries/retention/purge-blobs";
import { removeDrills, removeOtherCalls } from "@/db/queries/retention/purge-calls";
import { removeReplay } from "@/db/queries/retention/purge-replays";
import {
  beginRemoval,
  endRemoval,
  type Removal,
  readOpenRemoval,
  removeRows,
} from "@/db/queries/retention/purge-runs";
import { endCheck, readRetentionTask } from "@/db/queries/retention/schedule";
import { type PurgeStep, purgeSteps, settingsOf } from "@/lib/core/retention";

type PurgeDeps = {
  sql: Sql;
  /** Rows of one transaction. */
  batchRows?: number;
  /** Asked after each batch: with false the rest is left to who comes next. */
  mayContinue?: () => Promise<boolean>;
};

const BATCH_ROWS = 500;

/**
 * Removes what a workspace keeps no longer, in batches that each commit alone (docs/operations.md, "Retention"). It may
 * stop, fail or be killed between any two, and several may work at once: the next one continues. Resolves to whether
 * it came to the end.
 */
export async function purgeWorkspace(deps: PurgeDeps, workspaceId: string): Promise<boolean> {
  const { sql, batchRows: limit = BATCH_ROWS, mayContinue = async () => true } = deps;

  async function finishRemoval(removal: Removal): Promise<boolean> {
    while ((await removeRows(sql, { ...removal, workspaceId, limit })) > 0) {
      if (!(await mayContinue())) return false;
    }
    await endRemoval(sql, removal);
    return mayContinue();
  }

  async function purgeStep({ kind, beforeMs }: PurgeStep): Promise<boolean> {
    if (kind === "blobs" || kind === "drills") {
      const remove = kind === "blobs" ? removeUnusedBlobs : removeDrills;
      while ((await remove(sql, { workspaceId, beforeMs, limit })) > 0) {
        if (!(await mayContinue())) return false;
      }
      return true;
    }
    // They hold what a run did, though they are no part of it: what comes first of both times counts.
    if (kind !== "live_text") {
      while ((await removeReplay(sql, { workspaceId, kind, beforeMs })) > 0) {
        if (!(await mayContinue())) return false;
      }
    }
    // What replays, evaluations and tests of models cost is kept as long as what runs did.
    if (kind === "runs") {
      while ((await removeOtherCalls(sql, { workspaceId, beforeMs, limit })) > 0) {
        if (!(await mayContinue())) return false;
      }
    }
    for (;;) {
      const removal = await beginRemoval(sql, { workspaceId, kind, beforeMs });
      if (!removal) return true;
      if (!(await finishRemoval(removal))) return false;
    }
  }

  // What was begun is brought to its end, whatever the settings say now.
  for (;;) {
    const removal = await readOpenRemoval(sql, workspaceId);
    if (!removal) break;
    if (!(await finishRemoval(removal))) return false;
  }
  // Values of runs that people deleted, whatever the days of others.
  if (!(await purgeStep({ kind: "blobs", beforeMs: 1 }))) return false;
  const { nowMs, chosen } = await readRetentionTask(sql, workspaceId);
  for (const step of purgeSteps(settingsOf(chosen), nowMs)) {
    if (!(await purgeStep(step))) return false;
  }
  await endCheck(sql, workspaceId, chosen);
  return true;
}
