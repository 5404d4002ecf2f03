import type { Sql } from "postgres";
import { jobTransaction, openPipeline } from "@/db/pipeline";
import { setRunAside } from "@/db/queries/run-store/write-run";
import type { DomainError } from "@/lib/core/errors";
import type { Jobs, LeaseClaim } from "@/lib/core/ports";

/** Newer code may be there by then, or this process may be it. */
const RECHECK_MS = 60_000;

/**
 * Parks a run that this process cannot move, whatever it does: its row says why, and its job ends, so that nobody
 * claims it again and again (docs/engine.md, "Faults"). One that is newer than the code is looked at again after a
 * minute, by whoever sweeps. Does nothing when the claim was lost meanwhile.
 */
export async function setAside(
  { sql, jobs }: { sql: Sql; jobs: Jobs },
  runId: string,
  { code, message }: DomainError,
  claim?: LeaseClaim,
): Promise<void> {
  const failure =
    code === "unsupported"
      ? { code, message, recheckAfterMs: RECHECK_MS }
      : { code: "internal" as const, message, recheckAfterMs: null };
  const pipeline = await openPipeline(sql);
  try {
    await pipeline.send([pipeline.sql.unsafe("begin"), setRunAside(pipeline.sql, runId, failure)]);
    const stillHeld = claim === undefined || (await jobs.complete(jobTransaction(pipeline), claim));
    if (stillHeld) await pipeline.send([pipeline.sql.unsafe("commit")]);
  } finally {
    await pipeline.rollback();
    pipeline.release();
  }
}
