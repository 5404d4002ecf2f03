import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { OrmOrTx } from "../../client";
import { decisions, planVersions, runs, tasks } from "../../schema";

/** What runs came to, for an export: four statements, however many runs there are. In no order of runs. */
export async function readExportedRuns(
  db: OrmOrTx,
  { workspaceId, runIds }: { workspaceId: string; runIds: string[] },
) {
  const [found, plans, results, decided] = await Promise.all([
    db
      .select({ id: runs.id, mission: runs.mission, answer: runs.answer })
      .from(runs)
      .where(and(eq(runs.workspaceId, workspaceId), inArray(runs.id, runIds))),
    db
      .selectDistinctOn([planVersions.runId], { runId: planVersions.runId, plan: planVersions.plan })
      .from(planVersions)
      .where(and(eq(planVersions.workspaceId, workspaceId), inArray(planVersions.runId, runIds)))
      .orderBy(asc(planVersions.runId), asc(planVersions.version)),
    db
      .select({ runId: tasks.runId, taskId: tasks.taskId, result: tasks.result })
      .from(tasks)
      .where(and(eq(tasks.workspaceId, workspaceId), inArray(tasks.runId, runIds), isNotNull(tasks.result)))
      .orderBy(asc(tasks.runId), asc(tasks.position)),
    db
      .select()
      .from(decisions)
      .where(
        and(
          eq(decisions.workspaceId, workspaceId),
          inArray(decisions.runId, runIds),
          isNotNull(decisions.decision),
        ),
      )
      .orderBy(asc(decisions.runId), asc(decisions.decidedSeq), asc(decisions.subject)),
  ]);
  return { runs: found, plans, results, decisions: decided };
}
