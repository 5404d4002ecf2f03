import { sql } from "drizzle-orm";
import type { RoleSample, TaskSample } from "@/lib/core/forecast";
import type { OrmOrTx } from "../../client";
import { attempts, modelCalls, planVersions, runs, tasks, toolCalls } from "../../schema";

/** How far a history reaches back. */
const MAX_RUNS = 100;
const MAX_TASKS = 3_000;

/** Which runs a forecast may rest on: those of a workspace that had finished before a moment, simulated ones or others. */
export type SampleScope = { workspaceId: string; beforeMs: number; demo: boolean };

/** The last finished runs of a scope. */
const recentRuns = ({ workspaceId, beforeMs, demo }: SampleScope) => sql`
  select id from ${runs}
  where workspace_id = ${workspaceId} and finished_at < to_timestamp(${beforeMs}::float8 / 1000)
    and (tags @> array['demo']) = ${demo} and parent_run_id is null
  order by finished_at desc limit ${MAX_RUNS}`;

/**
 * What the ended tasks of the last finished runs took, each with all its attempts, checks and reviews. The supervisor has
 * every tool (`*`). Attempts that were never begun, and forks, whose work is in part that of their parents, are left out.
 */
export async function readTaskSamples(db: OrmOrTx, scope: SampleScope): Promise<TaskSample[]> {
  const rows = await db.execute(sql`
    with recent as materialized (${recentRuns(scope)}), ended as materialized (
      select run_id, task_id, type, agent, since_version from ${tasks}
      where run_id in (select id from recent) and status in ('succeeded', 'failed') limit ${MAX_TASKS}
    ), agents as (
      select run_id, version, agent.key as agent, agent.value -> 'tools' as tools
      from ${planVersions}, jsonb_each(plan -> 'agents') as agent where run_id in (select id from recent)
    ), worked as (
      select run_id, task_id, sum(extract(epoch from ended_at - started_at) * 1000)::float8 as ms
      from ${attempts} where run_id in (select id from recent) and ended_at is not null group by run_id, task_id
    ), called as (
      select run_id, task_id, sum(cost_micro_usd)::float8 as cost, count(*) filter (where cost_micro_usd is null) as unknown,
        mode() within group (order by model) filter (where role in ('agent', 'synthesis', 'reviewer')) as model
      from ${modelCalls} where run_id in (select id from recent) and task_id is not null group by run_id, task_id
    ), used as (
      select run_id, task_id, sum(calls)::int as calls, sum(calls) filter (where changes)::int as writes,
        jsonb_object_agg(tool, calls) as by_tool
      from (
        select run_id, task_id, tool, count(*) as calls, bool_or(side_effects in ('write', 'external')) as changes
        from ${toolCalls} where run_id in (select id from recent) group by run_id, task_id, tool
      ) as tools group by run_id, task_id
    )
    select type, model, coalesce(case when agent = 'supervisor' then '["*"]'::jsonb else tools end, '[]')::text as tools,
      case when coalesce(unknown, 0) = 0 then coalesce(cost, 0) end as "microUsd", ms,
      coalesce(writes, 0) as writes, coalesce(by_tool, '{}')::text as "toolCalls"
    from ended join worked using (run_id, task_id) left join called using (run_id, task_id)
      left join used using (run_id, task_id)
      left join agents using (run_id, agent)
    where agents.version is null or agents.version = since_version`);
  type Row = Omit<TaskSample, "tools" | "toolCalls"> & { tools: string; toolCalls: string };
  return (rows as unknown as Row[]).map((row) => ({
    ...row,
    tools: JSON.parse(row.tools),
    toolCalls: JSON.parse(row.toolCalls),
  }));
}

/** What roles outside of tasks took in each of these runs, and how many runs there are. */
export async function readRoleSamples(
  db: OrmOrTx,
  scope: SampleScope,
): Promise<{ runs: number; roles: RoleSample[] }> {
  const rows = await db.execute(sql`
    with recent as materialized (${recentRuns(scope)})
    select (select count(*)::int from recent) as runs, role, model, "microUsd", ms
    from (select) as one left join (
      select role, min(model) as model, sum(latency_ms)::float8 as ms,
        case when count(*) = count(cost_micro_usd) then sum(cost_micro_usd)::float8 end as "microUsd"
      from ${modelCalls} where run_id in (select id from recent) and task_id is null group by run_id, role
    ) as of_runs on true`);
  type Row = { runs: number; role: string | null } & Omit<RoleSample, "role">;
  const found = rows as unknown as Row[];
  return {
    runs: found[0]?.runs ?? 0,
    roles: found.flatMap(({ runs: _, role, ...sample }) => (role === null ? [] : [{ role, ...sample }])),
  };
}
