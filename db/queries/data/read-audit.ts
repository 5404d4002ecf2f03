import { and, asc, eq, gt, gte, lt } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { auditLog } from "../../schema";

/** The next lines of the audit log of some days, by their ids. */
export const readAuditLines = (
  db: OrmOrTx,
  of: { workspaceId: string; fromMs: number; beforeMs: number; afterId: number; limit: number },
) =>
  db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.workspaceId, of.workspaceId),
        gt(auditLog.id, of.afterId),
        gte(auditLog.at, new Date(of.fromMs)),
        lt(auditLog.at, new Date(of.beforeMs)),
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(of.limit);

export type AuditLine = Awaited<ReturnType<typeof readAuditLines>>[number];
