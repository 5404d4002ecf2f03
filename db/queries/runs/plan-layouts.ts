import { and, desc, eq, lte, sql } from "drizzle-orm";
import { LAYOUT_VERSION, type PlanLayout } from "@/lib/core/layout/plan-layout";
import type { OrmOrTx } from "../../client";
import { planLayouts, runs } from "../../schema";
import { RUN_USAGE, type RunUsageRow } from "../read-calls";
import { forksOf } from "./read-family";

type RunKey = { workspaceId: string; runId: string };
type VersionKey = RunKey & { version: number };

const lastLayout = (
  db: OrmOrTx,
  { workspaceId, runId, version }: RunKey & { version: number | typeof runs.planVersion },
) =>
  db
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

/** The layout of a plan version, or of the last one before it that has any. */
export async function readPlanLayout(db: OrmOrTx, of: VersionKey): Promise<PlanLayout | undefined> {
  const [row] = await lastLayout(db, of);
  return row;
}

/**
 * What the row of a run says of its use, how many runs its family has beside it, and the layout of its plan, or of the last
 * version before that has any (null: none).
 */
export async function readRunPage(
  db: OrmOrTx,
  { workspaceId, runId }: RunKey,
): Promise<{ use: RunUsageRow | undefined; forks: number; layout: PlanLayout | null }> {
  const last = lastLayout(db, { workspaceId, runId, version: runs.planVersion }).as("last");
  const [row] = await db
    .select({
      use: RUN_USAGE,
      forks: forksOf({ workspaceId, runId }),
      version: last.version,
      nodes: last.nodes,
      edges: last.edges,
    })
    .from(runs)
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(runs.id, runId), eq(runs.workspaceId, workspaceId)));
  const { use, forks = 0, version, nodes, edges } = row ?? {};
  return { use, forks, layout: version && nodes ? { version, nodes, edges: edges ?? null } : null };
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
