import { count, sql } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { runs } from "../../schema";
import { type EndedRuns, endedRuns } from "../insights/scope";

/** How many of these runs there are, how many were completed, and how many were replanned. */
export async function readEndedRuns(
  db: OrmOrTx,
  which: EndedRuns,
): Promise<{ ended: number; completed: number; replanned: number }> {
  const [row] = await db
    .select({
      ended: count(),
      completed: sql<number>`(count(*) filter (where ${runs.status} = 'completed'))::int`,
      replanned: sql<number>`(count(*) filter (where ${runs.replans} > 0))::int`,
    })
    .from(runs)
    .where(endedRuns(which));
  return row ?? { ended: 0, completed: 0, replanned: 0 };
}
