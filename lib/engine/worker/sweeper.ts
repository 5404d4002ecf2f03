import type { Sql } from "postgres";
import { jobTransaction } from "@/db/pipeline";
import { sweepAttachments } from "@/db/queries/attachments";
import { sweepSnapshots } from "@/db/queries/run-store/snapshots";
import { readDueRuns, readStalledRuns } from "@/db/queries/runs/read-runs";
import { asDomainError } from "@/lib/core/errors";
import type { Jobs } from "@/lib/core/job-ports";
import type { Clock, Log } from "@/lib/core/ports";
import { REDUCER_VERSION } from "@/lib/core/stream";
import { setAside } from "../run-store/set-aside";
import type { RunStore } from "../types";
import { repeatEvery } from "./repeat-every";

type SweeperDeps = { sql: Sql; runStore: RunStore; jobs: Jobs; clock: Clock; log: Log };

const SWEEP_MS = 1_000;
const RUNS_PER_SWEEP = 100;
const REQUEUE_MS = 10_000;
const SNAPSHOT_SWEEP_MS = 3_600_000;
const ATTACHMENT_SWEEP_MS = 600_000;
/** A held run commits more often than this, or its worker is looked after by the jobs' own heartbeat. */
const STALLED_MS = 10_000;

/**
 * Wakes parked runs whose timer is due on the database's clock, and enqueues runs whose job was lost (docs/engine.md,
 * "Timers"). Every worker does it; doing it twice does no harm.
 */
export async function runSweepsUntil(signal: AbortSignal, deps: SweeperDeps): Promise<void> {
  const { clock, log } = deps;
  await Promise.all([
    repeatEvery(SWEEP_MS, () => wakeDueRuns(deps), { clock, log, signal, name: "The sweep of timers" }),
    repeatEvery(REQUEUE_MS, () => requeueStalledRuns(deps), {
      clock,
      log,
      signal,
      name: "The sweep of lost jobs",
    }),
    repeatEvery(SNAPSHOT_SWEEP_MS, () => dropOldSnapshots(deps), {
      clock,
      log,
      signal,
      name: "The sweep of old snapshots",
    }),
    repeatEvery(ATTACHMENT_SWEEP_MS, () => dropUnusedAttachments(deps), {
      clock,
      log,
      signal,
      name: "The sweep of attachments",
    }),
  ]);
}

/**
 * A tick lets what is due happen; the run store enqueues the run if that gives a worker something to do. A run that cannot
 * be moved is set aside: the others are not kept waiting behind it.
 */
export async function wakeDueRuns(
  deps: Pick<SweeperDeps, "sql" | "runStore" | "jobs" | "log">,
): Promise<void> {
  for (const runId of await readDueRuns(deps.sql, RUNS_PER_SWEEP)) {
    try {
      await deps.runStore.transition(runId, []);
    } catch (error) {
      const known = asDomainError(error);
      if (!known) throw error;
      deps.log.warn({ runId, err: error }, "A run that is due cannot be moved");
      await setAside(deps, runId, known);
    }
  }
}

export async function requeueStalledRuns({ sql, jobs }: Pick<SweeperDeps, "sql" | "jobs">): Promise<void> {
  const tx = jobTransaction({ sql });
  for (const runId of await readStalledRuns(sql, STALLED_MS, RUNS_PER_SWEEP)) await jobs.enqueue(tx, runId);
}

/** Snapshots of earlier reducers are read by nobody once their workers are gone. */
export async function dropOldSnapshots({ sql }: Pick<SweeperDeps, "sql">): Promise<void> {
  await sweepSnapshots(sql, REDUCER_VERSION);
}

/** A file that a person uploaded and never started a run with is removed after a day. */
export async function dropUnusedAttachments({ sql }: Pick<SweeperDeps, "sql">): Promise<void> {
  await sweepAttachments(sql);
}
