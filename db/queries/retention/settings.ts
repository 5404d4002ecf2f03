import { eq, sql } from "drizzle-orm";
import { RETENTION_KINDS, type RetentionKind } from "@/lib/core/retention";
import type { Orm, OrmOrTx } from "../../client";
import { retentionProgress, retentionSettings } from "../../schema";

/** What a workspace chose to keep, and for how long; kinds that it left alone are left out. */
export async function readRetentionChoices(db: OrmOrTx, workspaceId: string) {
  return db
    .select({ kind: retentionSettings.kind, keepDays: retentionSettings.keepDays })
    .from(retentionSettings)
    .where(eq(retentionSettings.workspaceId, workspaceId));
}

/** Chooses for these kinds; the next look of a worker is due at once. */
export async function saveRetentionChoices(
  tx: Orm,
  {
    workspaceId,
    by,
    choices,
  }: { workspaceId: string; by: string; choices: [RetentionKind, number | null][] },
): Promise<void> {
  if (choices.length === 0) return;
  await tx
    .insert(retentionSettings)
    .values(choices.map(([kind, keepDays]) => ({ workspaceId, kind, keepDays, updatedBy: by })))
    .onConflictDoUpdate({
      target: [retentionSettings.workspaceId, retentionSettings.kind],
      set: { keepDays: sql`excluded.keep_days`, updatedBy: sql`excluded.updated_by`, updatedAt: sql`now()` },
    });
  await tx
    .insert(retentionProgress)
    .values(RETENTION_KINDS.map((kind) => ({ workspaceId, kind, checkedAt: null })))
    .onConflictDoUpdate({
      target: [retentionProgress.workspaceId, retentionProgress.kind],
      set: { checkedAt: null },
    });
}

/** When each kind was last looked at and removed from; kinds that never were are left out. */
export async function readRetentionProgress(db: OrmOrTx, workspaceId: string) {
  return db.select().from(retentionProgress).where(eq(retentionProgress.workspaceId, workspaceId));
}

/** Removes the next lines of the audit log that are old enough: how many those were. */
export async function purgeAuditLines(
  db: OrmOrTx,
  line: { workspaceId: string; olderThanDays: number; actor: object; limit: number },
): Promise<number> {
  const { workspaceId, olderThanDays, actor, limit } = line;
  const by = JSON.stringify(actor);
  const [row] = (await db.execute(sql`
    select purge_audit_log(${workspaceId}, ${olderThanDays}::int, ${by}::text::jsonb, ${limit}::int) as gone`)) as unknown as {
    gone: number;
  }[];
  return row?.gone ?? 0;
}
