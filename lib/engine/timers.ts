import type { Sql } from "postgres";
import { sweepAttachments } from "@/db/queries/attachments";
import { readDueRuns, readSilentRuns } from "@/db/queries/read-due-runs";
import { sweepSnapshots } from "@/db/queries/snapshots";
import { asDomainError } from "@/lib/core/errors";
import type { Clock, Jobs, Log } from "@/lib/core/ports";
import { REDUCER_VERSION } from "@/lib/core/stream";
import { every } from "./every";
import { setAside } from "./set-aside";
import type { Door } from "./types";

export type SweeperDeps = { sql: Sql; door: Door; jobs: Jobs; clock: Clock; log: Log };

const SWEEP_MS = 1_000;
const RUNS_PER_SWEEP = 100;
const RESCUE_MS = 10_000;
const SNAPSHOT_SWEEP_MS = 3_600_000;
const ATTACHMENT_SWEEP_MS = 600_000;
/** A held run commits more often than this, or its worker is looked after by the jobs' own heartbeat. */
const SILENT_MS = 10_000;

/**
 * Wakes parked runs whose timer is due on the database's clock, and enqueues runs whose job was lost (docs/engine.md,
 * "Timers"). Every worker does it; doing it twice does no harm.
 */
export async function sweepUntil(signal: AbortSignal, deps: SweeperDeps): Promise<void> {
  const { clock, log } = deps;
  await Promise.all([
    every(SWEEP_MS, () => wakeDueRuns(deps), { clock, log, signal, name: "The sweep of timers" }),
    every(RESCUE_MS, () => rescueSilentRuns(deps), { clock, log, signal, name: "The sweep of lost jobs" }),
    every(SNAPSHOT_SWEEP_MS, () => dropOldSnapshots(deps), {
      ...{ clock, log, signal, name: "The sweep of old snapshots" },
    }),
    every(ATTACHMENT_SWEEP_MS, () => dropUntakenAttachments(deps), {
      ...{ clock, log, signal, name: "The sweep of attachments" },
    }),
  ]);
}

/**
 * A tick lets what is due happen; the door enqueues the run if that gives a worker something to do. A run that cannot
 * be moved is set aside: the others are not kept waiting behind it.
 */
export async function wakeDueRuns(deps: Pick<SweeperDeps, "sql" | "door" | "jobs" | "log">): Promise<void> {
  for (const runId of await readDueRuns(deps.sql, RUNS_PER_SWEEP)) {
    try {
      await deps.door.transition(runId, []);
    } catch (error) {
      const known = asDomainError(error);
      if (!known) throw error;
      deps.log.warn({ runId, err: error }, "A run that is due cannot be moved");
      await setAside(deps, runId, known);
    }
  }
}

export async function rescueSilentRuns({ sql, jobs }: Pick<SweeperDeps, "sql" | "jobs">): Promise<void> {
  const tx = {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await sql.unsafe(text, values as never[]),
    }),
  };
  for (const runId of await readSilentRuns(sql, SILENT_MS, RUNS_PER_SWEEP)) await jobs.enqueue(tx, runId);
}

/** Snapshots of earlier reducers are read by nobody once their workers are gone. */
export async function dropOldSnapshots({ sql }: Pick<SweeperDeps, "sql">): Promise<void> {
  await sweepSnapshots(sql, REDUCER_VERSION);
}

/** A file that a person uploaded and never started a run with is removed after a day. */
export async function dropUntakenAttachments({ sql }: Pick<SweeperDeps, "sql">): Promise<void> {
  await sweepAttachments(sql);
}
