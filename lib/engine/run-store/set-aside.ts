import type { Sql } from "postgres";
import { jobTransaction, openPipeline } from "@/db/pipeline";
import { markRunFailed, setRunAside } from "@/db/queries/run-store/write-run";
import type { ErrorCode } from "@/lib/core/errors";
import type { Jobs, LeaseClaim } from "@/lib/core/job-ports";

/** Newer code may be there by then, or this process may be it. */
const RECHECK_MS = 60_000;

/** `engine_fault`: the run cannot even take the report of a fault, and counts as failed. */
type SetAsideReason = { code: ErrorCode | "engine_fault"; message: string };

/**
 * Parks a run that this process cannot move, whatever it does: its row says why, and its job ends, so that nobody
 * claims it again and again (docs/engine.md, "Faults"). One that is newer than the code is looked at again after a
 * minute, by the one who sweeps. Does nothing when the claim was lost in the meantime.
 */
export async function setAside(
  { sql, jobs }: { sql: Sql; jobs: Jobs },
  runId: string,
  why: SetAsideReason,
  claim?: LeaseClaim,
): Promise<void> {
  const pipeline = await openPipeline(sql);
  try {
    await pipeline.send([pipeline.sql.unsafe("begin"), markStatement(pipeline.sql, runId, why)]);
    const stillHeld = claim === undefined || (await jobs.complete(jobTransaction(pipeline), claim));
    if (stillHeld) await pipeline.send([pipeline.sql.unsafe("commit")]);
  } finally {
    await pipeline.rollback();
    pipeline.release();
  }
}

function markStatement(sql: Sql, runId: string, { code, message }: SetAsideReason) {
  if (code === "engine_fault") return markRunFailed(sql, runId, message);
  if (code === "unsupported") return setRunAside(sql, runId, { code, message, recheckAfterMs: RECHECK_MS });
  return setRunAside(sql, runId, { code: "internal", message, recheckAfterMs: null });
}
