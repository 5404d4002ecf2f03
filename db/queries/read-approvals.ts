import { and, asc, eq, gt, or } from "drizzle-orm";
import type { ApprovalStatus } from "@/lib/core/run/events/people";
import type { OrmOrTx } from "../client";
import { approvals, runs } from "../schema";

/** Where a page of gates begins: after this one, oldest first. */
export type ApprovalCursor = { openedAt: number; id: string };

const shownWithRun = { approval: approvals, runTitle: runs.title, mission: runs.mission };

/** Gates of a workspace with the run they belong to, oldest first. */
export async function readApprovals(
  db: OrmOrTx,
  params: {
    workspaceId: string;
    status?: ApprovalStatus;
    runId?: string;
    after?: ApprovalCursor;
    limit: number;
  },
) {
  const { after, status, runId } = params;
  const since = after && new Date(after.openedAt);
  const later =
    after && since
      ? or(gt(approvals.openedAt, since), and(eq(approvals.openedAt, since), gt(approvals.id, after.id)))
      : undefined;
  return db
    .select(shownWithRun)
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(
      and(
        eq(approvals.workspaceId, params.workspaceId),
        status === undefined ? undefined : eq(approvals.status, status),
        runId === undefined ? undefined : eq(approvals.runId, runId),
        later,
      ),
    )
    .orderBy(asc(approvals.openedAt), asc(approvals.id))
    .limit(params.limit);
}

/** One gate of a workspace, with the run it belongs to. */
export async function readApproval(db: OrmOrTx, params: { workspaceId: string; id: string }) {
  const [row] = await db
    .select(shownWithRun)
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(and(eq(approvals.workspaceId, params.workspaceId), eq(approvals.id, params.id)));
  return row;
}

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof readApproval>>>;
