import { type SQL, sql } from "drizzle-orm";
import { SIMULATED_MODELS } from "@/lib/core/cost/purpose";
import { costDaySums, costDays, modelCalls, runs } from "../../schema";

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

/** How every sum of model calls is made: kept days, run page, report, CSV and API have no other. */
export const CALL_SUMS_TEXT = `
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
export const CALL_SUMS = sql.raw(CALL_SUMS_TEXT);

/** The same over rows that hold such sums. */
export const SUMS_OF_SUMS = sql`
  sum("calls")::int as "calls", sum("failedCalls")::int as "failedCalls",
  sum("uncostedCalls")::int as "uncostedCalls", sum("uncountedCalls")::int as "uncountedCalls",
  sum("inputTokens")::float8 as "inputTokens", sum("cachedInputTokens")::float8 as "cachedInputTokens",
  sum("outputTokens")::float8 as "outputTokens", sum("reasoningTokens")::float8 as "reasoningTokens",
  sum("costMicroUsd")::float8 as "costMicroUsd", sum("latencyMs")::float8 as "latencyMs"`;

/** The same as they are, of rows that hold them. */
export const SUMS_TEXT = `"calls", "failedCalls", "uncostedCalls", "uncountedCalls", "inputTokens",
  "cachedInputTokens", "outputTokens", "reasoningTokens", "costMicroUsd", "latencyMs"`;
export const SUMS = sql.raw(SUMS_TEXT);

/** What lists read of a run: the sums of its calls, kept in its row by the commits that record them. */
export const RUN_SUMS = {
  modelCalls: runs.modelCalls,
  inputTokens: runs.inputTokens,
  outputTokens: runs.outputTokens,
  costMicroUsd: runs.costMicroUsd,
  uncostedCalls: runs.uncostedCalls,
};

/** In which line of a report a call stands (`COST_LINES`). */
export const LINE_TEXT = `case when starts_with(model, '${SIMULATED_MODELS}') then 'simulated' else purpose end`;
/** The line of runs, of whose share of all calls the planner of the database has an idea. */
export const OF_RUNS = sql.raw(`purpose = 'run' and not starts_with(model, '${SIMULATED_MODELS}')`);
/** Whether a call was made for an attempt after the first. */
export const IS_RETRY_TEXT = "attempt is not null and attempt > 1";

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
  /** The plan version in force: of the run that is named, or of each run its own. */
  version?: number;
};

const isSet = (part: SQL | undefined): part is SQL => part !== undefined;
const all = (parts: (SQL | undefined)[]): SQL => sql.join(parts.filter(isSet), sql` and `);
const moment = (ms: number): SQL => sql`to_timestamp(${ms}::float8 / 1000)`;

/**
 * The calls of a report, each with its line and the first day of its step (UTC); to be read as `model_calls`. The database
 * keeps statistics about both expressions, as they stand here.
 */
export function callsIn(scope: CostScope, step: CostStep = "day"): SQL {
  return callsFrom(sql`${modelCalls} where ${ofScope(scope)}`, step);
}

const callsFrom = (calls: SQL, step: CostStep): SQL => sql`(select *, ${sql.raw(LINE_TEXT)} as line,
  date_trunc(${step}, at at time zone 'UTC') as bucket from ${calls}) as model_calls`;

function ofScope(scope: CostScope): SQL {
  const { workspaceId, fromMs, beforeMs, tag, model, role, agent, runId, version } = scope;
  return all([
    sql`workspace_id = ${workspaceId}`,
    sql`at >= ${moment(fromMs)}`,
    sql`at < ${moment(beforeMs)}`,
    model === undefined ? undefined : sql`model = ${model}`,
    role === undefined ? undefined : sql`role = ${role}`,
    agent === undefined ? undefined : sql`agent = ${agent}`,
    runId === undefined ? undefined : sql`run_id = ${runId}`,
    version === undefined ? undefined : sql`plan_version = ${version}`,
    tag === undefined
      ? undefined
      : sql`run_id in (select id from ${runs} where workspace_id = ${workspaceId} and tags @> array[${tag}]::text[])`,
  ]);
}

/** Whether sums of days make up a report: it is of all calls, or of those of one role or model. */
export const isOfKeptDays = ({ tag, model, role, agent, runId, version }: CostScope): boolean =>
  [tag, agent, runId, version, model === undefined ? undefined : role].every((one) => one === undefined);

type DaySums = typeof costDaySums.$inferSelect;

/** Which sums of days a report is made of. */
const filterOf = ({ role, model }: CostScope): Pick<DaySums, "filter" | "filterKey"> =>
  role === undefined
    ? { filter: model === undefined ? "none" : "model", filterKey: model ?? "" }
    : { filter: "role", filterKey: role };

const keptDays = ({ workspaceId }: CostScope): SQL =>
  sql`select day from ${costDays} where workspace_id = ${workspaceId} and kept`;

/** The calls of those days of a report whose sums are not kept, as `callsIn` gives them: day for day, by their index. */
export function callsOfOtherDays(scope: CostScope, step: CostStep = "day"): SQL {
  const first = sql`${moment(scope.fromMs)} at time zone 'UTC'`;
  const end = sql`${moment(scope.beforeMs)} at time zone 'UTC'`;
  const calls = sql`
    (select day from generate_series(${first}, ${end} - interval '1 day', interval '1 day') as day
      where day::date not in (${keptDays(scope)})) as days
    cross join lateral (select * from ${modelCalls} where workspace_id = ${scope.workspaceId}
      and at >= day at time zone 'UTC' and at < (day + interval '1 day') at time zone 'UTC' offset 0) as calls
    ${ofRoleOrModel(scope)}`;
  return callsFrom(calls, step);
}

function ofRoleOrModel({ role, model }: CostScope): SQL {
  if (role !== undefined) return sql`where role = ${role}`;
  return model === undefined ? sql`` : sql`where model = ${model}`;
}

/** The kept sums of a report's days by these sides; to be read as `sums`. */
export function keptSums(scope: CostScope, sides: readonly DaySums["side"][]): SQL {
  const { filter, filterKey } = filterOf(scope);
  return sql`
  (select side, day, line, nullif(key, '') as key, costs, latencies, calls, failed_calls as "failedCalls",
    uncosted_calls as "uncostedCalls", uncounted_calls as "uncountedCalls", input_tokens as "inputTokens",
    cached_input_tokens as "cachedInputTokens", output_tokens as "outputTokens", reasoning_tokens as "reasoningTokens",
    cost_micro_usd as "costMicroUsd", latency_ms as "latencyMs"
  from ${costDaySums} where workspace_id = ${scope.workspaceId}
    and filter = ${filter} and filter_key = ${filterKey} and side in ${sides}
    and day >= (${moment(scope.fromMs)} at time zone 'UTC')::date
    and day < (${moment(scope.beforeMs)} at time zone 'UTC')::date and day in (${keptDays(scope)})) as sums`;
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
