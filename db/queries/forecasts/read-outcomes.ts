import { sql } from "drizzle-orm";
import type { JsonObject } from "@/lib/core/json";
import type { RunStatus } from "@/lib/core/run/status";
import type { OrmOrTx } from "../../client";
import { approvals, modelCalls, planForecasts, planVersions, runs, toolCalls } from "../../schema";

/** A finished run with what its first plan was expected to take, and what came from then on. */
export type OutcomeRow = {
  runId: string;
  mission: string;
  status: RunStatus;
  tags: string[];
  finishedAtMs: number;
  /** The whole forecast of the version, as JSON. */
  whole: JsonObject;
  costMicroUsd: number;
  uncostedCalls: number;
  /** Without the time in which somebody was asked. */
  ms: number;
  writes: number;
};

type OutcomeQuery = {
  workspaceId: string;
  fromMs: number;
  beforeMs: number;
  demo: boolean;
  tag?: string;
  /** This run alone. */
  runId?: string;
  limit: number;
};

/** The first versions of finished runs that have a forecast, the newest run first; forks, which began elsewhere, left out. */
export async function readOutcomes(db: OrmOrTx, query: OutcomeQuery): Promise<OutcomeRow[]> {
  const { workspaceId, fromMs, beforeMs, demo, tag, runId, limit } = query;
  const ofTag = tag === undefined ? sql`` : sql`and tags @> array[${tag}]::text[]`;
  const ofRun = runId === undefined ? sql`` : sql`and runs.id = ${runId}`;
  const rows = await db.execute(sql`
    with ended as materialized (
      select runs.id, left(mission, 120) as mission, status, tags, finished_at, adopted_at, forecast -> 'whole' as whole
      from ${runs} join ${planForecasts} on plan_forecasts.run_id = runs.id and plan_forecasts.version = 1
        join ${planVersions} on plan_versions.run_id = runs.id and plan_versions.version = 1
      where runs.workspace_id = ${workspaceId} and finished_at >= to_timestamp(${fromMs}::float8 / 1000)
        and finished_at < to_timestamp(${beforeMs}::float8 / 1000)
        and (tags @> array['demo']) = ${demo} and parent_run_id is null ${ofTag} ${ofRun}
      order by finished_at desc limit ${limit}
    )
    select id as "runId", mission, status, array_to_json(tags)::text as tags,
      floor(extract(epoch from finished_at) * 1000)::float8 as "finishedAtMs", whole::text as whole,
      coalesce(cost, 0) as "costMicroUsd", coalesce(uncosted, 0) as "uncostedCalls",
      greatest(0, extract(epoch from finished_at - adopted_at) * 1000 - coalesce(asked, 0))::float8 as ms,
      coalesce(writes, 0) as writes
    from ended
    left join lateral (
      select sum(cost_micro_usd)::float8 as cost, count(*) filter (where cost_micro_usd is null)::int as uncosted
      from ${modelCalls} where run_id = ended.id and plan_version >= 1
    ) as called on true
    left join lateral (
      select count(*)::int as writes from ${toolCalls}
      where run_id = ended.id and side_effects in ('write', 'external')
    ) as written on true
    left join lateral (
      select sum(extract(epoch from upper(open) - lower(open)) * 1000)::float8 as asked
      from unnest((select range_agg(tstzrange(greatest(opened_at, adopted_at), greatest(opened_at, adopted_at,
          least(coalesce(decided_at, finished_at), finished_at))))
        from ${approvals} where run_id = ended.id and opened_at < finished_at)) as open
    ) as waited on true
    order by finished_at desc`);
  type Row = Omit<OutcomeRow, "whole" | "tags"> & { whole: string; tags: string };
  return (rows as unknown as Row[]).map((row) => ({
    ...row,
    whole: JSON.parse(row.whole),
    tags: JSON.parse(row.tags),
  }));
}
