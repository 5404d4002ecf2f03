import { type SQL, sql } from "drizzle-orm";
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
  callsOfOtherDays,
  dayOf,
  IS_RETRY_TEXT,
  isOfKeptDays,
  keptSums,
  OF_RUNS,
  SUMS,
  SUMS_OF_SUMS,
} from "./pieces";

type ReportSide = "all" | "time" | "role" | "model" | "agent" | "version" | "retry";

/** A line of the report, or a part of it. */
export type ReportRow = CallSums & { line: CostLineKind; side: ReportSide; key: string | null };

/** The calls of a scope in all and by each side, each line apart: one look at one moment, so that all sums agree. */
export async function readCostReport(db: OrmOrTx, scope: CostScope, step: CostStep): Promise<ReportRow[]> {
  const parts = isOfKeptDays(scope)
    ? sql`
      select line, side, key, ${SUMS} from ${keptSums(scope, ["all", "role", "model", "agent", "version", "retry"])}
      union all
      select line, 'time', ${dayOf(sql`date_trunc(${step}, day::timestamp)`)}, ${SUMS} from ${keptSums(scope, ["all"])}
      union all ${sidesOf(callsOfOtherDays(scope, step))}`
    : sidesOf(callsIn(scope, step));
  const rows = await db.execute(sql`
    select line, side, key, ${SUMS_OF_SUMS} from (${parts}) as parts group by line, side, key
    order by "costMicroUsd" desc, "calls" desc, key`);
  return rows as unknown as ReportRow[];
}

const sidesOf = (calls: SQL): SQL => sql`
  select line,
    case grouping(bucket, role, model, agent, plan_version, is_retry)
      when 31 then 'time' when 47 then 'role' when 55 then 'model' when 59 then 'agent' when 61 then 'version'
      when 62 then 'retry' else 'all' end as side,
    coalesce(${dayOf(sql`bucket`)}, role, model, agent, plan_version::text, is_retry::text) as key, ${CALL_SUMS}
  from (select *, ${sql.raw(IS_RETRY_TEXT)} as is_retry from ${calls}) as calls
  group by grouping sets ((line), (line, bucket), (line, role), (line, model), (line, agent),
    (line, plan_version), (line, is_retry))`;

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
  const parts = isOfKeptDays(scope)
    ? sql`
      select key as run_id, ${SUMS} from ${keptSums(scope, ["run"])}
      union all ${ofRuns(callsOfOtherDays(scope))}`
    : ofRuns(callsIn(scope));
  const rows = await db.execute(sql`
    with of_runs as materialized (select run_id, ${SUMS_OF_SUMS} from (${parts}) as parts group by run_id)
    (select 'run' as side, run_id as key, left(mission, 120) as mission, status, finish_reason as "finishReason",
        replans, ${SUMS}
      from (select * from of_runs order by "costMicroUsd" desc, "calls" desc, run_id limit ${TOP_RUNS}) as top
        left join ${runs} on runs.id = run_id
      order by "costMicroUsd" desc, "calls" desc, run_id)
    union all
    (select 'tag', tag, null, null, null, null, ${SUMS_OF_SUMS}
      from of_runs left join ${runs} on runs.id = run_id left join lateral unnest(tags) as tag on true
      group by tag order by "costMicroUsd" desc, tag limit ${TOP_TAGS})`);
  return rows as unknown as RunCostRow[];
}

const ofRuns = (calls: SQL): SQL =>
  sql`select run_id, ${CALL_SUMS} from ${calls} where ${OF_RUNS} group by run_id`;

/** Of each call of runs by a model the latency, and the known cost, in no order. */
export type CallFigures = { costsMicroUsd: Float32Array; latenciesMs: Float32Array };

/** The figures of single calls of runs by their model. */
export async function readCallFigures(db: OrmOrTx, scope: CostScope): Promise<Map<string, CallFigures>> {
  const parts = isOfKeptDays(scope)
    ? sql`select key as model, costs, latencies from ${keptSums(scope, ["model"])} where line = 'run'
      union all ${packedFigures(callsOfOtherDays(scope))}`
    : packedFigures(callsIn(scope));
  const rows = await db.execute(parts);
  const byModel = Map.groupBy(rows as unknown as PackedRow[], ({ model }) => model);
  return new Map(
    [...byModel].map(([model, packed]) => [
      model,
      {
        costsMicroUsd: unpack(packed.map(({ costs }) => costs)),
        latenciesMs: unpack(packed.map(({ latencies }) => latencies)),
      },
    ]),
  );
}

type PackedRow = { model: string; costs: Uint8Array | null; latencies: Uint8Array | null };

/** Sorting them here is a fraction of what sorting rows is, and days keep them so. */
const packedFigures = (calls: SQL): SQL => sql`
  select model, string_agg(float4send(cost_micro_usd::float4), '') as costs,
    string_agg(float4send(latency_ms::float4), '') as latencies
  from ${calls} where ${OF_RUNS} group by model`;

const FIGURE_BYTES = 4;

function unpack(parts: readonly (Uint8Array | null)[]): Float32Array {
  const bytes = Buffer.concat(parts.flatMap((part) => part ?? []));
  return Float32Array.from({ length: bytes.length / FIGURE_BYTES }, (_, n) =>
    bytes.readFloatBE(n * FIGURE_BYTES),
  );
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
export async function readCostLines(db: OrmOrTx, scope: CostScope): Promise<CsvRow[]> {
  const rows = await db.execute(sql`
    with lines as (
      select bucket, line, run_id, model, role, agent, plan_version, ${CALL_SUMS} from ${callsIn(scope)}
      group by bucket, line, run_id, model, role, agent, plan_version
    )
    select ${dayOf(sql`bucket`)} as day, line, run_id as "runId", left(runs.mission, 120) as mission, tags, model, role, agent,
      lines.plan_version as "planVersion", ${SUMS}
    from lines left join ${runs} on runs.id = run_id
    order by bucket, run_id, line, model, role, agent, lines.plan_version`);
  return rows as unknown as CsvRow[];
}
