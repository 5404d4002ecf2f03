import { and, desc, eq, lte } from "drizzle-orm";
import { LAYOUT_VERSION, type PlanLayout } from "@/lib/core/layout/plan-layout";
import type { OrmOrTx } from "../../client";
import { planLayouts } from "../../schema";

type VersionKey = { workspaceId: string; runId: string; version: number };

/** The layout of a plan version, or of the last one before it that has any. */
export async function readPlanLayout(
  db: OrmOrTx,
  { workspaceId, runId, version }: VersionKey,
): Promise<PlanLayout | undefined> {
  const [row] = await db
    .select({ version: planLayouts.version, nodes: planLayouts.nodes, edges: planLayouts.edges })
    .from(planLayouts)
    .where(
      and(
        eq(planLayouts.workspaceId, workspaceId),
        eq(planLayouts.runId, runId),
        lte(planLayouts.version, version),
        eq(planLayouts.layoutVersion, LAYOUT_VERSION),
      ),
    )
    .orderBy(desc(planLayouts.version))
    .limit(1);
  return row;
}

/** Keeps a layout; of two processes that made the same one, the edges count of whichever has them. */
export async function putPlanLayout(
  db: OrmOrTx,
  { workspaceId, runId, version }: VersionKey,
  { nodes, edges }: Pick<PlanLayout, "nodes" | "edges">,
): Promise<void> {
  const row = { runId, version, layoutVersion: LAYOUT_VERSION, workspaceId, nodes, edges };
  const target = [planLayouts.runId, planLayouts.version, planLayouts.layoutVersion];
  const insert = db.insert(planLayouts).values(row);
  await (edges
    ? insert.onConflictDoUpdate({ target, set: { edges } })
    : insert.onConflictDoNothing({ target }));
}
