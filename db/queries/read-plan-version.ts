import { and, desc, eq } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { planVersions } from "../schema";

/** One version of a run's plan, the newest when none is named. */
export async function readPlanVersion(
  db: OrmOrTx,
  params: { workspaceId: string; runId: string; version?: number },
) {
  const [row] = await db
    .select()
    .from(planVersions)
    .where(
      and(
        eq(planVersions.workspaceId, params.workspaceId),
        eq(planVersions.runId, params.runId),
        params.version === undefined ? undefined : eq(planVersions.version, params.version),
      ),
    )
    .orderBy(desc(planVersions.version))
    .limit(1);
  return row;
}
