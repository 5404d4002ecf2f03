import { type SQL, sql } from "drizzle-orm";
import type { Orm } from "../client";

/** The next event of a run, for a statement: what happens beside the events of a run is there from that one on. */
export const nextEvent = (runId: string): SQL<number> =>
  sql<number>`(select seq + 1 from runs where id = ${runId})`;

/**
 * Has a run make no event, and nobody else hold it, until this transaction ends; answers its next event, undefined for a run
 * that is not there.
 */
export async function holdNextEvent(
  tx: Orm,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): Promise<number | undefined> {
  const rows = (await tx.execute(sql`
    select seq + 1 as next from runs where id = ${runId} and workspace_id = ${workspaceId} for no key update
  `)) as unknown as { next: number }[];
  return rows[0]?.next;
}
