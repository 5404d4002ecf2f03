import { type SQL, sql } from "drizzle-orm";
import { SIMULATED_MODELS } from "@/lib/core/cost/purpose";
import { modelCalls, runs } from "../../schema";

/** What calls used. Sums leave unknown figures out, and count of how many calls they are. */
export type CallSums = {
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

/** How every sum of model calls is made: run page, report, CSV and API have no other. */
export const CALL_SUMS = sql`
  count(*)::int as "calls",
  count(failure)::int as "failedCalls",
  count(*) filter (where cost_micro_usd is null)::int as "uncostedCalls",
  count(*) filter (where input_tokens is null or output_tokens is null)::int as "uncountedCalls",
  coalesce(sum(input_tokens), 0)::float8 as "inputTokens",
  coalesce(sum(cached_input_tokens), 0)::float8 as "cachedInputTokens",
  coalesce(sum(output_tokens), 0)::float8 as "outputTokens",
  coalesce(sum(reasoning_tokens), 0)::float8 as "reasoningTokens",
  coalesce(sum(cost_micro_usd), 0)::float8 as "costMicroUsd",
  coalesce(sum(latency_ms), 0)::float8 as "latencyMs"`;

/** The same over rows that hold such sums. */
export const SUMS_OF_SUMS = sql`
  sum("calls")::int as "calls", sum("failedCalls")::int as "failedCalls",
  sum("uncostedCalls")::int as "uncostedCalls", sum("uncountedCalls")::int as "uncountedCalls",
  sum("inputTokens")::float8 as "inputTokens", sum("cachedInputTokens")::float8 as "cachedInputTokens",
  sum("outputTokens")::float8 as "outputTokens", sum("reasoningTokens")::float8 as "reasoningTokens",
  sum("costMicroUsd")::float8 as "costMicroUsd", sum("latencyMs")::float8 as "latencyMs"`;

/** The same as they are, of rows that hold them. */
export const SUMS = sql`"calls", "failedCalls", "uncostedCalls", "uncountedCalls", "inputTokens",
  "cachedInputTokens", "outputTokens", "reasoningTokens", "costMicroUsd", "latencyMs"`;

/** What lists read of a run: the sums of its calls, kept in its row by the commits that record them. */
export const RUN_SUMS = {
  modelCalls: runs.modelCalls,
  inputTokens: runs.inputTokens,
  outputTokens: runs.outputTokens,
  costMicroUsd: runs.costMicroUsd,
  uncostedCalls: runs.uncostedCalls,
};

/** In which line of a report a call stands (`COST_LINES`). */
const LINE = sql`case when starts_with(model, ${SIMULATED_MODELS}) then 'simulated' else purpose end`;

export type CostStep = "day" | "week";

/** Which calls a report is about: of these days (milliseconds, the end excluded), and of what is named. */
export type CostScope = {
  workspaceId: string;
  fromMs: number;
  beforeMs: number;
  tag?: string;
  model?: string;
  role?: string;
  agent?: string;
  runId?: string;
};

const isSet = (part: SQL | undefined): part is SQL => part !== undefined;
const all = (parts: (SQL | undefined)[]): SQL => sql.join(parts.filter(isSet), sql` and `);
const moment = (ms: number): SQL => sql`to_timestamp(${ms}::float8 / 1000)`;

/** The calls of a report, each with its line and the first day of its step (UTC); to be read as `model_calls`. */
export function callsIn(scope: CostScope, step: CostStep = "day"): SQL {
  const { workspaceId, fromMs, beforeMs, tag, model, role, agent, runId } = scope;
  const where = all([
    sql`workspace_id = ${workspaceId}`,
    sql`at >= ${moment(fromMs)}`,
    sql`at < ${moment(beforeMs)}`,
    model === undefined ? undefined : sql`model = ${model}`,
    role === undefined ? undefined : sql`role = ${role}`,
    agent === undefined ? undefined : sql`agent = ${agent}`,
    runId === undefined ? undefined : sql`run_id = ${runId}`,
    tag === undefined
      ? undefined
      : sql`run_id in (select id from ${runs} where workspace_id = ${workspaceId} and tags @> array[${tag}]::text[])`,
  ]);
  return sql`(select *, ${LINE} as line, date_trunc(${step}, at at time zone 'UTC') as bucket
    from ${modelCalls} where ${where}) as model_calls`;
}

/** Runs of a scope that real models may have served, by a moment of theirs; what is asked of calls alone is left out. */
export function runsIn({ workspaceId, fromMs, beforeMs, tag, runId }: CostScope, at: SQL): SQL {
  return all([
    sql`runs.workspace_id = ${workspaceId}`,
    sql`${at} >= ${moment(fromMs)}`,
    sql`${at} < ${moment(beforeMs)}`,
    sql`not runs.tags @> array['demo']`,
    tag === undefined ? undefined : sql`runs.tags @> array[${tag}]::text[]`,
    runId === undefined ? undefined : sql`runs.id = ${runId}`,
  ]);
}

/** The first day of a step as text. */
export const dayOf = (bucket: SQL): SQL => sql`to_char(${bucket}, 'YYYY-MM-DD')`;

/** A fork shows its parent's replans as well; their costs are the parent's. */
export const IS_OWN_REPLAN = sql`replan_history.started_seq > coalesce(runs.parent_seq, 0)`;
