import { sql } from "drizzle-orm";
import type { CostLineKind } from "@/lib/core/cost/purpose";
import type { FinishReason, RunStatus } from "@/lib/core/run/status";
import type { OrmOrTx } from "../../client";
import { runs } from "../../schema";
import {
  CALL_SUMS,
  type CallSums,
  type CostScope,
  type CostStep,
  callsIn,
  dayOf,
  SUMS,
  SUMS_OF_SUMS,
} from "./pieces";

export type ReportSide = "all" | "time" | "role" | "model" | "agent" | "version" | "retry";

/** A line of the report, or a part of it. */
export type ReportRow = CallSums & { line: CostLineKind; side: ReportSide; key: string | null };

/** The calls of a scope in all and by each side, each line apart: one look at one moment, so that all sums agree. */
export async function readCostReport(db: OrmOrTx, scope: CostScope, step: CostStep): Promise<ReportRow[]> {
  const rows = await db.execute(sql`
    select line,
      case grouping(bucket, role, model, agent, plan_version, is_retry)
        when 31 then 'time' when 47 then 'role' when 55 then 'model' when 59 then 'agent' when 61 then 'version'
        when 62 then 'retry' else 'all' end as side,
      coalesce(${dayOf(sql`bucket`)}, role, model, agent, plan_version::text, is_retry::text) as key, ${CALL_SUMS}
    from (select *, attempt is not null and attempt > 1 as is_retry from ${callsIn(scope, step)}) as calls
    group by grouping sets ((line), (line, bucket), (line, role), (line, model), (line, agent),
      (line, plan_version), (line, is_retry))
    order by "costMicroUsd" desc, "calls" desc, key`);
  return rows as unknown as ReportRow[];
}

/** A run, or all runs with a tag (null: without any); a run with its facts. */
export type RunCostRow = CallSums & {
  side: "run" | "tag";
  key: string | null;
  mission: string | null;
  status: RunStatus | null;
  finishReason: FinishReason | null;
  replans: number | null;
};

const TOP_RUNS = 20;
const TOP_TAGS = 50;

/** The most expensive runs of a scope, and its tags; a run with several tags counts with each. */
export async function readRunCosts(db: OrmOrTx, scope: CostScope): Promise<RunCostRow[]> {
  const rows = await db.execute(sql`
    with of_runs as materialized (
      select run_id, ${CALL_SUMS} from ${callsIn(scope)} where line = 'run' group by run_id
    )
    (select 'run' as side, run_id as key, left(mission, 120) as mission, status, finish_reason as "finishReason",
        replans, ${SUMS}
      from of_runs left join ${runs} on runs.id = run_id
      order by "costMicroUsd" desc, "calls" desc, run_id limit ${TOP_RUNS})
    union all
    (select 'tag', tag, null, null, null, null, ${SUMS_OF_SUMS}
      from of_runs left join ${runs} on runs.id = run_id left join lateral unnest(tags) as tag on true
      group by tag order by "costMicroUsd" desc, tag limit ${TOP_TAGS})`);
  return rows as unknown as RunCostRow[];
}

/** How single calls of runs spread, in all (`model` null) and by model; null where no call has the figure. */
export type SpreadRow = {
  model: string | null;
  pricedCalls: number;
  medianMicroUsd: number | null;
  p95MicroUsd: number | null;
  medianLatencyMs: number | null;
  p95LatencyMs: number | null;
};

export async function readCallSpread(db: OrmOrTx, scope: CostScope): Promise<SpreadRow[]> {
  const rows = await db.execute(sql`
    select model, count(cost_micro_usd)::int as "pricedCalls",
      percentile_disc(0.5) within group (order by cost_micro_usd) as "medianMicroUsd",
      percentile_disc(0.95) within group (order by cost_micro_usd) as "p95MicroUsd",
      percentile_disc(0.5) within group (order by latency_ms) as "medianLatencyMs",
      percentile_disc(0.95) within group (order by latency_ms) as "p95LatencyMs"
    from ${callsIn(scope)} where line = 'run' group by grouping sets ((), (model))`);
  return rows as unknown as SpreadRow[];
}

/** One line of the file: a day's calls of one run (or replay, evaluation, probe) by one model in one role. */
export type CsvRow = CallSums & {
  day: string;
  line: CostLineKind;
  runId: string;
  mission: string | null;
  tags: string[] | null;
  model: string;
  role: string;
  agent: string | null;
  planVersion: number | null;
};

/** The calls of a scope as lines of a file, oldest first. */
export async function readCostLines(db: OrmOrTx, scope: CostScope, limit: number): Promise<CsvRow[]> {
  const rows = await db.execute(sql`
    with lines as (
      select bucket, line, run_id, model, role, agent, plan_version, ${CALL_SUMS} from ${callsIn(scope)}
      group by bucket, line, run_id, model, role, agent, plan_version
      order by bucket, run_id, line, model, role, agent, plan_version limit ${limit}
    )
    select ${dayOf(sql`bucket`)} as day, line, run_id as "runId", left(runs.mission, 120) as mission, tags, model, role, agent,
      lines.plan_version as "planVersion", ${SUMS}
    from lines left join ${runs} on runs.id = run_id
    order by bucket, run_id, line, model, role, agent, lines.plan_version`);
  return rows as unknown as CsvRow[];
}
