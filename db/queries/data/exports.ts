import { desc, eq, sql } from "drizzle-orm";
import type { ExportOutcome } from "@/lib/core/data/words";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { Orm, OrmOrTx } from "../../client";
import { dataExports } from "../../schema";

type Begun = { id: string; workspaceId: string; by: ActorRef; lists: number };

/** Resolves to when it began, on the database's clock. */
export async function beginExport(tx: Orm, begun: Begun): Promise<Date> {
  const [row] = await tx.insert(dataExports).values(begun).returning({ startedAt: dataExports.startedAt });
  if (!row) throw new Error("An export that was written down was not found.");
  return row.startedAt;
}

/** How far an export has come. */
export type ExportProgress = { doneLists: number; rows: number; bytes: number; outcome?: ExportOutcome };

export const noteExport = (db: OrmOrTx, id: string, progress: ExportProgress) =>
  db
    .update(dataExports)
    .set({ ...progress, seenAt: sql`clock_timestamp()` })
    .where(eq(dataExports.id, id));

/** The newest exports of a workspace; `silentMs` is how long nothing was heard of each. */
export const readExports = (db: OrmOrTx, { workspaceId, limit }: { workspaceId: string; limit: number }) =>
  db
    .select({
      id: dataExports.id,
      by: dataExports.by,
      startedAt: dataExports.startedAt,
      doneLists: dataExports.doneLists,
      lists: dataExports.lists,
      rows: dataExports.rows,
      bytes: dataExports.bytes,
      outcome: dataExports.outcome,
      silentMs: sql<number>`(date_part('epoch', clock_timestamp() - ${dataExports.seenAt}) * 1000)::float8`,
    })
    .from(dataExports)
    .where(eq(dataExports.workspaceId, workspaceId))
    .orderBy(desc(dataExports.startedAt))
    .limit(limit);
