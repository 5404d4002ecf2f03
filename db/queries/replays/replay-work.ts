import type { Sql } from "postgres";
import type { Json, JsonObject } from "@/lib/core/json";
import type { ReplayKind, ReplayStatus } from "@/lib/core/replay/words";
import { toJsonText } from "../../json-text";

/** A replay as the worker that took it sees it; `elapsedMs` since the first worker began. */
export type ReplayAtWork = {
  id: string;
  workspaceId: string;
  kind: ReplayKind;
  runId: string | null;
  taskId: string | null;
  attempt: number | null;
  settings: JsonObject;
  material: Json;
  epoch: number;
  doneSteps: number;
  totalSteps: number;
  elapsedMs: number;
  cancelled: boolean;
};

/** What was kept of a replay, in order: `step` of the trajectory and what its performer wrote. */
type KeptStep = { seq: number; step: number; body: Json };

type Hold = { id: string; epoch: number };

/** Takes a replay that has not ended: a worker that had it writes nothing more. Undefined for one that has. */
export async function beginReplay(sql: Sql, id: string): Promise<ReplayAtWork | undefined> {
  const [row] = await sql<ReplayAtWork[]>`
    update replays set epoch = epoch + 1, status = 'running', started_at = coalesce(started_at, clock_timestamp())
    where id = ${id} and status in ('queued', 'running')
    returning id, workspace_id as "workspaceId", kind, run_id as "runId", task_id as "taskId", attempt, settings,
      material, epoch, done_steps as "doneSteps", total_steps as "totalSteps", cancelled_at is not null as cancelled,
      floor(date_part('epoch', clock_timestamp() - started_at) * 1000)::float8 as "elapsedMs"`;
  return row;
}

/** Everything that was kept of a replay, in order. */
export async function readKeptSteps(sql: Sql, id: string): Promise<KeptStep[]> {
  return sql<KeptStep[]>`select seq, step, body from replay_steps where replay_id = ${id} order by seq`;
}

/**
 * Keeps the next piece of a replay with its progress, and the model calls that it took, in one statement. Says whether a person has asked it to end;
 * undefined where another worker has it, or it has ended: then nothing is kept.
 */
export async function keepReplayStep(
  sql: Sql,
  { id, epoch }: Hold,
  { seq, step, body, doneSteps, calls = [] }: KeptStep & { doneSteps: number; calls?: readonly object[] },
): Promise<{ cancelled: boolean } | undefined> {
  const [row] = await sql<{ cancelled: boolean }[]>`
    with held as (
      update replays set done_steps = greatest(done_steps, ${doneSteps}) where id = ${id} and epoch = ${epoch} and status = 'running'
      returning id, workspace_id, cancelled_at is not null as cancelled
    ), kept as (
      insert into replay_steps (replay_id, seq, workspace_id, step, body)
      select id, ${seq}, workspace_id, ${step}, ${toJsonText(body)}::text::jsonb from held
    ), recorded as (
      insert into model_calls (run_id, purpose, call_id, workspace_id, step, role, model, input_tokens,
        cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, cost_micro_usd, latency_ms,
        time_to_first_token_ms, failure, prompt_hash, prompt_version, epoch, at)
      select id, 'replay', "callId", workspace_id, call.step, role, model, "inputTokens", "cachedInputTokens",
        "cacheWriteTokens", "outputTokens", "reasoningTokens", "costMicroUsd", "latencyMs", "timeToFirstTokenMs",
        failure, "promptHash", "promptVersion", ${epoch}, clock_timestamp()
      from held, jsonb_to_recordset(${toJsonText(calls)}::text::jsonb) as call ("callId" text, step int, role text,
        model text, "inputTokens" int, "cachedInputTokens" int, "cacheWriteTokens" int, "outputTokens" int,
        "reasoningTokens" int, "costMicroUsd" float8, "latencyMs" float8, "timeToFirstTokenMs" float8, failure text,
        "promptHash" text, "promptVersion" text)
      on conflict (run_id, call_id) do nothing
    )
    select cancelled from held`;
  return row;
}

/** Whether a person has asked the replay to end; undefined where another worker has it. */
export async function readReplayHold(
  sql: Sql,
  { id, epoch }: Hold,
): Promise<{ cancelled: boolean } | undefined> {
  const [row] = await sql<{ cancelled: boolean }[]>`
    select cancelled_at is not null as cancelled from replays
    where id = ${id} and epoch = ${epoch} and status = 'running'`;
  return row;
}

/** How a replay ended; false where another worker has it. */
export async function endReplay(
  sql: Sql,
  { id, epoch }: Hold,
  { status, report, failure }: { status: ReplayStatus; report?: JsonObject; failure?: JsonObject },
): Promise<boolean> {
  const text = (value: JsonObject | undefined) => (value === undefined ? null : toJsonText(value));
  const rows = await sql`
    update replays set status = ${status}, report = ${text(report)}::text::jsonb,
      failure = ${text(failure)}::text::jsonb, finished_at = clock_timestamp()
    where id = ${id} and epoch = ${epoch} and status = 'running' returning id`;
  return rows.length > 0;
}

/** Replays that have not ended, oldest first: each of them should have a job. */
export async function readOpenReplays(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from replays where status in ('queued', 'running') order by created_at, id limit ${limit}`;
  return rows.map(({ id }) => id);
}
