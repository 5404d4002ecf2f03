import { sql } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { modelCalls } from "../schema";

/** By what the use of models is shown apart, beside the whole (`all`). */
export const COST_DIMENSIONS = ["role", "task", "agent", "model", "version"] as const;
export type CostDimension = (typeof COST_DIMENSIONS)[number];

/** The use of one role, task, agent, model or plan version, or of the whole run. Sums leave unknown figures out. */
export type CostRow = {
  side: CostDimension | "all";
  /** Null where the calls belong to no task or agent, or nobody recorded their version. */
  key: string | null;
  calls: number;
  failedCalls: number;
  /** Calls without a cost; without counted tokens. */
  uncostedCalls: number;
  uncountedCalls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  costMicroUsd: number;
  latencyMs: number;
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
      coalesce(role, task_id, agent, model, plan_version::text) as key,
      count(*)::int as "calls",
      count(failure)::int as "failedCalls",
      count(*) filter (where cost_micro_usd is null)::int as "uncostedCalls",
      count(*) filter (where input_tokens is null or output_tokens is null)::int as "uncountedCalls",
      coalesce(sum(input_tokens), 0)::float8 as "inputTokens",
      coalesce(sum(cached_input_tokens), 0)::float8 as "cachedInputTokens",
      coalesce(sum(output_tokens), 0)::float8 as "outputTokens",
      coalesce(sum(reasoning_tokens), 0)::float8 as "reasoningTokens",
      coalesce(sum(cost_micro_usd), 0)::float8 as "costMicroUsd",
      coalesce(sum(latency_ms), 0)::float8 as "latencyMs"
    from ${modelCalls}
    where workspace_id = ${workspaceId} and run_id = ${runId}
    group by grouping sets ((), (role), (task_id), (agent), (model), (plan_version))
    order by "costMicroUsd" desc, "calls" desc, key`);
  return rows as unknown as CostRow[];
}
