import { and, arrayContains, asc, desc, eq, gt, gte, isNotNull, lt, or, sql } from "drizzle-orm";
import type { Decider } from "@/lib/core/run/events/reviews";
import type { ReplanEntry, ReplanOutcome } from "@/lib/core/run/state";
import type { OrmOrTx } from "../../client";
import { decisions, replanHistory, runs } from "../../schema";

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

type ReplanQuery = {
  workspaceId: string;
  outcome?: ReplanOutcome | undefined;
  trigger?: ReplanEntry["trigger"] | undefined;
  /** Who wanted it: a person, a model that judges, or a rule. */
  decider?: Decider["kind"] | undefined;
  /** A tag of the run. */
  tag?: string | undefined;
  /** When it began; the end is excluded. */
  fromMs?: number | undefined;
  beforeMs?: number | undefined;
  /** Where a page begins: after the replan that began with this event. */
  after?: { startedAt: number; runId: string; startedSeq: number } | undefined;
  limit: number;
};

/** Replans and iterations of a workspace, newest first, with the beginning of their missions and how their runs are. */
export async function readReplans(db: OrmOrTx, query: ReplanQuery) {
  const { workspaceId, outcome, trigger, decider, tag, fromMs, beforeMs, after, limit } = query;
  const since = after && new Date(after.startedAt);
  const { runId, startedSeq, startedAt } = replanHistory;
  return db
    .select({
      replan: replanHistory,
      mission: sql<string>`left(${runs.mission}, 120)`,
      run: {
        status: runs.status,
        finishReason: runs.finishReason,
        tasks: runs.taskTotals,
        openApprovals: runs.openApprovals,
      },
    })
    .from(replanHistory)
    .innerJoin(runs, eq(runs.id, runId))
    .where(
      and(
        eq(replanHistory.workspaceId, workspaceId),
        outcome && eq(replanHistory.status, outcome),
        trigger && eq(replanHistory.trigger, trigger),
        decider && sql`${replanHistory.decidedBy} ->> 'kind' = ${decider}`,
        tag ? arrayContains(runs.tags, [tag]) : undefined,
        fromMs === undefined ? undefined : gte(startedAt, new Date(fromMs)),
        beforeMs === undefined ? undefined : lt(startedAt, new Date(beforeMs)),
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
