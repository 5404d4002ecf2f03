import type { Sql } from "postgres";
import { MAX_COST_DAYS } from "@/lib/core/cost/days";
import { openPipeline } from "../../pipeline";
import { COST_DAY_FILTERS } from "../../schema";
import { CALL_SUMS_TEXT, IS_RETRY_TEXT, LINE_TEXT, SUMS_TEXT } from "./pieces";

/**
 * Days of a workspace that ended an hour ago or earlier and whose sums are not kept, the last first, as far back as a
 * report reaches: `2026-11-24`. A workspace that has called no model has none.
 */
export async function readDaysToKeep(sql: Sql, workspaceId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ day: string }[]>`
    with bounds as (
      select ((clock_timestamp() - interval '1 hour') at time zone 'UTC')::date - 1 as last,
        (select (min(at) at time zone 'UTC')::date from model_calls where workspace_id = ${workspaceId}) as first
    )
    select day::date::text as day
    from bounds, generate_series(greatest(first, last - ${MAX_COST_DAYS}::int), last, interval '1 day') as day
    where first is not null
      and day::date not in (select day from cost_days where workspace_id = ${workspaceId} and kept)
    order by 1 desc limit ${limit}`;
  return rows.map(({ day }) => day);
}

/**
 * Adds up the calls of a day and keeps the sums. The mark is set first: a removal of calls waits for it, or is waited for,
 * so that the sums are of what is there.
 */
export async function keepDay(sql: Sql, workspaceId: string, day: string): Promise<void> {
  // On a pipeline: a transaction of postgres.js that loses its connection throws where nobody can catch it.
  const pipeline = await openPipeline(sql);
  const { sql: tx } = pipeline;
  try {
    await pipeline.send([tx.unsafe("begin"), tx.unsafe("set local plan_cache_mode = auto")]);
    await pipeline.send([
      tx`
      insert into cost_days (workspace_id, day, kept) values (${workspaceId}, ${day}, true)
      on conflict (workspace_id, day) do update set kept = true`,
    ]);
    await pipeline.send([
      tx`
      delete from cost_day_sums
      where workspace_id = ${workspaceId} and filter = any(${[...COST_DAY_FILTERS]}::text[]) and day = ${day}`,
    ]);
    await pipeline.send([
      tx`
      insert into cost_day_sums (workspace_id, filter, filter_key, side, day, line, key, calls, failed_calls, uncosted_calls, uncounted_calls,
        input_tokens, cached_input_tokens, output_tokens, reasoning_tokens, cost_micro_usd, latency_ms, costs, latencies)
      select ${workspaceId}, filter, filter_key, side, ${day}, line, coalesce(key, ''), ${tx.unsafe(SUMS_TEXT)},
        case when line = 'run' and side = 'model' then costs end,
        case when line = 'run' and side = 'model' then latencies end
      from (
        select filter, filter_key, line, ${tx.unsafe(CALL_SUMS_TEXT)},
          case grouping(role, model, agent, plan_version, is_retry, run_id)
            when 31 then 'role' when 47 then 'model' when 55 then 'agent' when 59 then 'version' when 61 then 'retry'
            when 62 then 'run' else 'all' end as side,
          coalesce(role, model, agent, plan_version::text, is_retry::text, run_id) as key,
          string_agg(float4send(cost_micro_usd::float4), '') as costs,
          string_agg(float4send(latency_ms::float4), '') as latencies
        from (
          select *, ${tx.unsafe(LINE_TEXT)} as line, ${tx.unsafe(IS_RETRY_TEXT)} as is_retry from model_calls
          where workspace_id = ${workspaceId} and at >= ${day}::timestamp at time zone 'UTC'
            and at < (${day}::timestamp + interval '1 day') at time zone 'UTC'
        ) as calls
          cross join lateral (values ('none', ''), ('role', role), ('model', model)) as filters (filter, filter_key)
        group by filter, filter_key, line,
          grouping sets ((), (role), (model), (agent), (plan_version), (is_retry), (run_id))
      ) as sums where side <> 'run' or line = 'run'`,
    ]);
    await pipeline.send([tx.unsafe("commit")]);
  } finally {
    await pipeline.rollback();
    pipeline.release();
  }
}
