import { sql } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { modelCalls } from "../schema";
import { CALL_SUMS, type CallSums } from "./costs/pieces";

/** By what the use of models is shown apart, beside the whole (`all`). */
const COST_DIMENSIONS = ["role", "task", "agent", "model", "version"] as const;
export type CostDimension = (typeof COST_DIMENSIONS)[number];

/** The use of one role, task, agent, model or plan version, or of the whole run. */
type CostRow = CallSums & {
  side: CostDimension | "all";
  /** Null where the calls belong to no task or agent, or nobody recorded their version. */
  key: string | null;
};

/** What the model calls of a run used, in all and by each side: one look at one moment, so that all sums agree. */
export async function readCosts(
  db: OrmOrTx,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): Promise<CostRow[]> {
  const rows = await db.execute(sql`
    select
      case grouping(role, task_id, agent, model, plan_version)
        when 15 then 'role' when 23 then 'task' when 27 then 'agent' when 29 then 'model' when 30 then 'version'
        else 'all' end as side,
      coalesce(role, task_id, agent, model, plan_version::text) as key, ${CALL_SUMS}
    from ${modelCalls}
    where workspace_id = ${workspaceId} and run_id = ${runId} and purpose = 'run'
    group by grouping sets ((), (role), (task_id), (agent), (model), (plan_version))
    order by "costMicroUsd" desc, "calls" desc, key`);
  return rows as unknown as CostRow[];
}
