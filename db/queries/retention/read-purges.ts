import { and, eq } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { purges } from "../../schema";

/** When a whole run of the workspace was removed; undefined for one that was not. */
export async function readRunRemoval(
  db: OrmOrTx,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): Promise<Date | undefined> {
  const [row] = await db
    .select({ purgedAt: purges.purgedAt })
    .from(purges)
    .where(and(eq(purges.runId, runId), eq(purges.kind, "runs"), eq(purges.workspaceId, workspaceId)));
  return row?.purgedAt;
}
