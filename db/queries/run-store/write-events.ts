import type { Sql } from "postgres";

/** Replies of a commit without events; with events they are part of `writeEvents`. Rows are one JSON text. */
export const insertCommands = (sql: Sql, run: string, workspace: string, atMs: number, rows: string) => sql`
  insert into run_commands (run_id, command_id, workspace_id, type, input_digest, at, reply)
  select ${run}, id, ${workspace}, type, "inputDigest", to_timestamp(${atMs}::float8 / 1000), reply
  from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, type text, "inputDigest" text, reply jsonb)`;

/** The tasks of a plan version, each with what has become of it. Rows are one JSON text. */
export const upsertTasks = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into tasks (run_id, task_id, workspace_id, place, title, type, agent, lineage, since_version, status,
    attempt, started_at, ended_at, result)
  select ${run}, id, ${workspace}, position, title, type, agent, lineage, "sinceVersion", status, attempt,
    to_timestamp("startedAt" / 1000), to_timestamp("endedAt" / 1000), result::json
  from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, position int, title text, type text, agent text,
    lineage text, "sinceVersion" int, status text, attempt int, "startedAt" float8, "endedAt" float8, result text)
  on conflict (run_id, task_id) do update set place = excluded.place, title = excluded.title, type = excluded.type,
    agent = excluded.agent, lineage = excluded.lineage, since_version = excluded.since_version,
    status = excluded.status, attempt = excluded.attempt, started_at = excluded.started_at,
    ended_at = excluded.ended_at, result = excluded.result`;

/**
 * What every commit with events writes, in one statement: the events, the replies to their commands, how far the tasks
 * are that they touched, the attempts that ended, and the run's row. `rows` is one JSON text `{events, commands, tasks,
 * attempts, run}`, so that a commit of any size is the same statement with the same plan; what is stored as text is text
 * in it.
 */
export const writeEvents = (sql: Sql, run: string, workspace: string, atMs: number, rows: string) => sql`
  with input as materialized (
    select ${rows}::text::jsonb as rows, ${run}::text as run, ${workspace}::text as workspace,
      to_timestamp(${atMs}::float8 / 1000) as now
  ), new_events as (
    insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, cause_seq, plan_version,
      epoch, effect, payload)
    select input.run, seq, workspace, type, v, to_timestamp(at / 1000), actor::json, "commandId", "causeSeq",
      "planVersion", epoch, effect, payload::json
    from input, jsonb_to_recordset(rows -> 'events') as row (seq int, type text, v int, at float8, actor text,
      "commandId" text, "causeSeq" int, "planVersion" int, epoch int, effect text, payload text)
  ), new_commands as (
    insert into run_commands (run_id, command_id, workspace_id, type, input_digest, at, reply)
    select run, id, workspace, type, "inputDigest", now, reply
    from input, jsonb_to_recordset(rows -> 'commands') as row (id text, type text, "inputDigest" text, reply jsonb)
  ), task_rows as materialized (
    select row.* from input, jsonb_to_recordset(rows -> 'tasks') as row (id text, status text, attempt int,
      "startedAt" float8, "endedAt" float8, result text)
  ), changed_tasks as (
    update tasks set status = row.status, attempt = row.attempt, started_at = to_timestamp("startedAt" / 1000),
      ended_at = to_timestamp("endedAt" / 1000), result = row.result::json
    from task_rows as row
    where run_id = ${run} and task_id = any(array(select id from task_rows)) and task_id = id
  ), new_attempts as (
    insert into attempts (run_id, task_id, attempt, workspace_id, started_at, ended_at, steps, outcome, code,
      diagnosis, checks)
    select run, "taskId", attempt, workspace, to_timestamp("startedAt" / 1000), to_timestamp("endedAt" / 1000),
      steps, outcome, code, diagnosis, checks
    from input, jsonb_to_recordset(rows -> 'attempts') as row ("taskId" text, attempt int, "startedAt" float8,
      "endedAt" float8, steps int, outcome text, code text, diagnosis text, checks jsonb)
    on conflict (run_id, task_id, attempt) do update set started_at = excluded.started_at,
      ended_at = excluded.ended_at, steps = excluded.steps, outcome = excluded.outcome, code = excluded.code,
      diagnosis = excluded.diagnosis, checks = excluded.checks
  )
  update runs set seq = row.seq, epoch = row.epoch, status = row.status, finish_reason = row."finishReason",
    finish_message = row."finishMessage", phase = row.phase, plan_version = row."planVersion",
    title = row.title, answer = row.answer, replans = row.replans,
    iterations = row.iterations, attempts = row.attempts,
    reviews = row.reviews, decisions = row.decisions, model_calls = model_calls + row."modelCalls",
    tool_calls = row."toolCalls", task_totals = row."taskTotals"::json,
    open_approvals = row."openApprovals", input_tokens = input_tokens + row."inputTokens",
    output_tokens = output_tokens + row."outputTokens", cost_micro_usd = cost_micro_usd + row."costMicroUsd",
    uncosted_calls = uncosted_calls + row.uncosted, max_cost_micro_usd = row."maxCostMicroUsd",
    started_at = to_timestamp(row."startedAt" / 1000),
    finished_at = to_timestamp(row."finishedAt" / 1000), updated_at = to_timestamp(row."updatedAt" / 1000),
    parked = row.parked, wake_at = to_timestamp(row."wakeAt" / 1000), failure = null
  from input, jsonb_to_record(rows -> 'run') as row (seq int, epoch int, status text, "finishReason" text,
    "finishMessage" text, phase text, "planVersion" int, title text, answer jsonb, replans int,
    iterations int, attempts int,
    reviews int, decisions int, "modelCalls" int, "toolCalls" int, "taskTotals" text,
    "openApprovals" int, "inputTokens" bigint, "outputTokens" bigint, "costMicroUsd" float8, uncosted int, "maxCostMicroUsd" float8,
    "startedAt" float8, "finishedAt" float8, "updatedAt" float8, parked boolean, "wakeAt" float8)
  where runs.id = input.run`;
