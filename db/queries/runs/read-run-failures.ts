import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { approvals, runs } from "../../schema";
import type { RunFailure } from "../../schema/runs";

type RunFailureRow = {
  runId: string;
  title: string;
  mission: string;
  code: RunFailure["code"] | "engine_fault";
  message: string;
  atMs: number;
};

/** Runs of a workspace that no worker moves any more: set aside first, then those at an engine_fault gate. */
export async function readRunFailures(
  db: OrmOrTx,
  params: { workspaceId: string; limit: number },
): Promise<RunFailureRow[]> {
  const { workspaceId, limit } = params;
  const named = { runId: runs.id, title: runs.title, mission: runs.mission };
  const setAside = db
    .select({ ...named, failure: runs.failure })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), isNotNull(runs.failure)))
    .orderBy(desc(runs.updatedAt))
    .limit(limit);
  const atGate = db
    .select({ ...named, message: approvals.prompt, openedAt: approvals.openedAt })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(
      and(
        eq(approvals.workspaceId, workspaceId),
        eq(approvals.status, "open"),
        eq(approvals.kind, "engine_fault"),
      ),
    )
    .orderBy(asc(approvals.openedAt))
    .limit(limit);
  const [setAsideRows, gateRows] = await Promise.all([setAside, atGate]);
  const rows = new Map<string, RunFailureRow>();
  for (const { openedAt, ...row } of gateRows)
    rows.set(row.runId, { ...row, code: "engine_fault", atMs: openedAt.getTime() });
  for (const { failure, ...row } of setAsideRows) rows.set(row.runId, { ...row, ...(failure as RunFailure) });
  return [...rows.values()].sort((a, b) => b.atMs - a.atMs).slice(0, limit);
}
