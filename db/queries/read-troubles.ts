import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { approvals, runs } from "../schema";
import type { RunTrouble } from "../schema/runs";

export type TroubleRow = {
  runId: string;
  title: string;
  mission: string;
  code: RunTrouble["code"] | "engine_fault";
  message: string;
  atMs: number;
};

/** Runs of a workspace that no worker moves any more: set aside first, then those at an engine_fault gate. */
export async function readTroubles(
  db: OrmOrTx,
  params: { workspaceId: string; limit: number },
): Promise<TroubleRow[]> {
  const { workspaceId, limit } = params;
  const named = { runId: runs.id, title: runs.title, mission: runs.mission };
  const aside = db
    .select({ ...named, trouble: runs.trouble })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), isNotNull(runs.trouble)))
    .orderBy(desc(runs.updatedAt))
    .limit(limit);
  const asking = db
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
  const [left, gates] = await Promise.all([aside, asking]);
  const rows = new Map<string, TroubleRow>();
  for (const { openedAt, ...row } of gates)
    rows.set(row.runId, { ...row, code: "engine_fault", atMs: openedAt.getTime() });
  for (const { trouble, ...row } of left) rows.set(row.runId, { ...row, ...(trouble as RunTrouble) });
  return [...rows.values()].sort((a, b) => b.atMs - a.atMs).slice(0, limit);
}
