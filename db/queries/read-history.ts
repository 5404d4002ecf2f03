import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { decisions, replanHistory } from "../schema";

type OfRun = { workspaceId: string; runId: string };

/** What was decided in a run, reviews and gates alike, in order. */
export async function readDecisions(db: OrmOrTx, { workspaceId, runId }: OfRun) {
  return db
    .select()
    .from(decisions)
    .where(
      and(eq(decisions.workspaceId, workspaceId), eq(decisions.runId, runId), isNotNull(decisions.decision)),
    )
    .orderBy(asc(decisions.decidedSeq), asc(decisions.subject));
}

/** The replans and iterations of a run, in order. */
export async function readReplanHistory(db: OrmOrTx, { workspaceId, runId }: OfRun) {
  return db
    .select()
    .from(replanHistory)
    .where(and(eq(replanHistory.workspaceId, workspaceId), eq(replanHistory.runId, runId)))
    .orderBy(asc(replanHistory.startedSeq));
}
