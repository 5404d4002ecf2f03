import { and, eq } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { purges } from "../../schema";

/** When a whole run of the workspace was removed, and whether a person deleted it; undefined for one that was not. */
export async function readRunRemoval(
  db: OrmOrTx,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): Promise<{ at: Date; byPerson: boolean } | undefined> {
  const [row] = await db
    .select({ at: purges.purgedAt, byPerson: purges.byPerson })
    .from(purges)
    .where(and(eq(purges.runId, runId), eq(purges.kind, "runs"), eq(purges.workspaceId, workspaceId)));
  return row;
}
