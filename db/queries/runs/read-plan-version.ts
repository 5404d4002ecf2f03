import { and, desc, eq, inArray } from "drizzle-orm";
import type { Plan } from "@/lib/core/plan/schema";
import type { OrmOrTx } from "../../client";
import { planVersions } from "../../schema";

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

/** The texts of several versions of a run's plan; versions without a text are left out. */
export async function readPlanTexts(
  db: OrmOrTx,
  params: { workspaceId: string; runId: string; versions: number[] },
): Promise<{ version: number; digest: string; plan: Plan }[]> {
  const { workspaceId, runId, versions } = params;
  if (versions.length === 0) return [];
  const rows = await db
    .select({ version: planVersions.version, digest: planVersions.digest, plan: planVersions.plan })
    .from(planVersions)
    .where(
      and(
        eq(planVersions.workspaceId, workspaceId),
        eq(planVersions.runId, runId),
        inArray(planVersions.version, versions),
      ),
    );
  return rows.flatMap(({ plan, ...row }) => (plan ? [{ ...row, plan }] : []));
}
