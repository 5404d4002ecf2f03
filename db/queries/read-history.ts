import { and, asc, desc, eq, gt, isNotNull, lt, or, sql } from "drizzle-orm";
import type { ReplanOutcome } from "@/lib/core/run/state";
import type { OrmOrTx } from "../client";
import { decisions, replanHistory, runs } from "../schema";

type RunKey = { workspaceId: string; runId: string };

/** What was decided in a run, reviews and gates alike, in order. */
export async function readDecisions(db: OrmOrTx, { workspaceId, runId }: RunKey) {
  return db
    .select()
    .from(decisions)
    .where(
      and(eq(decisions.workspaceId, workspaceId), eq(decisions.runId, runId), isNotNull(decisions.decision)),
    )
    .orderBy(asc(decisions.decidedSeq), asc(decisions.subject));
}

/** The replans and iterations of a run, in order. */
export async function readReplanHistory(db: OrmOrTx, { workspaceId, runId }: RunKey) {
  return db
    .select()
    .from(replanHistory)
    .where(and(eq(replanHistory.workspaceId, workspaceId), eq(replanHistory.runId, runId)))
    .orderBy(asc(replanHistory.startedSeq));
}

export type ReplanQuery = {
  workspaceId: string;
  outcome?: ReplanOutcome;
  /** Where a page begins: after the replan that began with this event. */
  after?: { startedAt: number; runId: string; startedSeq: number };
  limit: number;
};

/** Replans and iterations of a workspace, newest first, with the beginning of their missions. */
export async function readReplans(db: OrmOrTx, { workspaceId, outcome, after, limit }: ReplanQuery) {
  const since = after && new Date(after.startedAt);
  const { runId, startedSeq, startedAt } = replanHistory;
  return db
    .select({ replan: replanHistory, mission: sql<string>`left(${runs.mission}, 120)` })
    .from(replanHistory)
    .innerJoin(runs, eq(runs.id, runId))
    .where(
      and(
        eq(replanHistory.workspaceId, workspaceId),
        outcome && eq(replanHistory.status, outcome),
        after &&
          since &&
          or(
            lt(startedAt, since),
            and(
              eq(startedAt, since),
              or(gt(runId, after.runId), and(eq(runId, after.runId), lt(startedSeq, after.startedSeq))),
            ),
          ),
      ),
    )
    .orderBy(desc(startedAt), asc(runId), desc(startedSeq))
    .limit(limit);
}
