import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { StoredMarks } from "@/lib/core/timeline/marks";
import type { OrmOrTx } from "../../client";
import { decisions, planVersions } from "../../schema";

/** The decisions of a run and its plan versions, each with its event: by their primary keys, whatever the run's length. */
export async function readTimeMarks(
  db: OrmOrTx,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): Promise<StoredMarks> {
  const [decided, versions] = await Promise.all([
    db
      .select({ seq: decisions.decidedSeq, at: decisions.decidedAt })
      .from(decisions)
      .where(
        and(
          eq(decisions.runId, runId),
          eq(decisions.workspaceId, workspaceId),
          isNotNull(decisions.decidedSeq),
        ),
      )
      .orderBy(asc(decisions.decidedSeq)),
    db
      .select({ version: planVersions.version, seq: planVersions.seq, at: planVersions.adoptedAt })
      .from(planVersions)
      .where(and(eq(planVersions.runId, runId), eq(planVersions.workspaceId, workspaceId)))
      .orderBy(asc(planVersions.version)),
  ]);
  return {
    decisions: decided.flatMap(({ seq, at }) =>
      seq !== null && at !== null ? { seq, at: at.getTime() } : [],
    ),
    versions: versions.map(({ version, seq, at }) => ({ version, seq, at: at.getTime() })),
  };
}
