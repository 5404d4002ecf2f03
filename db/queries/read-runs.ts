import { and, asc, desc, eq, gt, ilike, inArray, lt, or, sql } from "drizzle-orm";
import { isTerminalRun, type RunStatus } from "@/lib/core/run/status";
import type { OrmOrTx } from "../client";
import { runs } from "../schema";

/** Where a page of runs begins: after this run, newest first. */
export type RunCursor = { createdAt: number; id: string };

const listed = {
  id: runs.id,
  status: runs.status,
  finishReason: runs.finishReason,
  title: runs.title,
  mission: sql<string>`left(${runs.mission}, 300)`,
  tags: runs.tags,
  planVersion: runs.planVersion,
  replans: runs.replans,
  iterations: runs.iterations,
  tasksTotal: runs.tasksTotal,
  tasksOpen: runs.tasksOpen,
  openApprovals: runs.openApprovals,
  modelCalls: runs.modelCalls,
  costMicroUsd: runs.costMicroUsd,
  uncostedCalls: runs.uncostedCalls,
  createdAt: runs.createdAt,
  finishedAt: runs.finishedAt,
};

export type RunQuery = {
  workspaceId: string;
  statuses?: RunStatus[];
  withOpenGate?: boolean;
  /** Part of the mission, whatever its case. */
  text?: string;
  after?: RunCursor;
  limit: number;
};

/** Runs of a workspace, newest first. */
export async function readRuns(db: OrmOrTx, params: RunQuery) {
  const { after, statuses, withOpenGate, text } = params;
  const since = after && new Date(after.createdAt);
  const later =
    after && since
      ? or(lt(runs.createdAt, since), and(eq(runs.createdAt, since), gt(runs.id, after.id)))
      : undefined;
  const withStatus = statuses && statuses.length > 0 ? inArray(runs.status, statuses) : undefined;
  return db
    .select(listed)
    .from(runs)
    .where(
      and(
        eq(runs.workspaceId, params.workspaceId),
        withStatus,
        withOpenGate ? gt(runs.openApprovals, 0) : undefined,
        text ? ilike(runs.mission, `%${escapeLike(text)}%`) : undefined,
        later,
      ),
    )
    .orderBy(desc(runs.createdAt), asc(runs.id))
    .limit(params.limit);
}

/** The signs that mean something in a pattern, as themselves. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The sums of a run that its state does not hold; undefined for an unknown run. */
export async function readRunSums(db: OrmOrTx, runId: string) {
  const [row] = await db
    .select({
      modelCalls: runs.modelCalls,
      inputTokens: runs.inputTokens,
      outputTokens: runs.outputTokens,
      costMicroUsd: runs.costMicroUsd,
      uncostedCalls: runs.uncostedCalls,
    })
    .from(runs)
    .where(eq(runs.id, runId));
  return row;
}

/** The last event number of each run, and whether the run has ended. Runs that do not exist are left out. */
export async function readRunHeads(db: OrmOrTx, runIds: string[]) {
  if (runIds.length === 0) return new Map<string, { seq: number; ended: boolean }>();
  const rows = await db
    .select({ id: runs.id, seq: runs.seq, status: runs.status })
    .from(runs)
    .where(inArray(runs.id, runIds));
  return new Map(rows.map((row) => [row.id, { seq: row.seq, ended: isTerminalRun(row.status) }]));
}
