import type { Sql } from "postgres";

/** `critique` replaces; each verdict is added to those there are, a later one on the same finding in its place. */
export const writeCritiques = (sql: Sql, run: string, rows: string) => sql`
  update plan_versions as known set critique = coalesce(row.critique, known.critique),
    verdicts = known.verdicts || row.verdicts
  from jsonb_to_recordset(${rows}::text::jsonb) as row (version int, critique jsonb, verdicts jsonb)
  where known.run_id = ${run} and known.version = row.version`;

/** A plan that came with an earlier command than its adoption is found among the blobs. */
export const insertPlanVersions = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into plan_versions (run_id, version, workspace_id, parent, digest, origin, cause, author, title,
    task_count, seq, adopted_at, plan)
  select ${run}, version, ${workspace}, parent, row.digest, origin, cause, author, title, "taskCount", seq,
    to_timestamp(at / 1000), coalesce(plan, (select body from blobs
      where blobs.workspace_id = ${workspace} and blobs.digest = row.digest))
  from jsonb_to_recordset(${rows}::text::jsonb) as row (version int, parent int, digest text, origin text,
    cause text, author text, title text, "taskCount" int, seq int, at float8, plan jsonb)
  on conflict (run_id, version) do nothing`;

// A JSON null arrives from a recordset as an SQL null; where a value is required it is made a JSON null again.

// Digests are looked up as an array: a join, planned while there were few blobs, reads all that the workspace has.

/**
 * Blobs, and that the run holds them: `uses` says as what. Those that are in use are locked so that no purge passes between,
 * and other runs take them up at the same time; one that is about to be removed is in use again. All in one order, so that
 * two commits never wait for each other.
 */
export const insertBlobs = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  with input as materialized (
    select digest, bytes, coalesce(body, 'null') as body, uses
    from jsonb_to_recordset(${rows}::text::jsonb) as row (digest text, bytes int, body jsonb, uses text[])
    order by digest
  ), in_use as materialized (
    select digest from blobs
    where workspace_id = ${workspace} and digest = any(array(select digest from input)) and unused_since is null
    order by digest for share
  ), stored as (
    insert into blobs (workspace_id, digest, bytes, body) select ${workspace}, digest, bytes, body from input
    where digest not in (select digest from in_use)
    on conflict (workspace_id, digest) do update set unused_since = null where blobs.unused_since is not null
  )
  insert into blob_uses (run_id, digest, use, workspace_id)
  select ${run}, digest, unnest(uses), ${workspace} from input on conflict do nothing`;

/** A step is written when the model has answered, again with its observations, and with a summary made after it. */
export const upsertSteps = (sql: Sql, run: string, workspace: string, atMs: number, rows: string) => sql`
  insert into trajectory_steps as old (run_id, task_id, attempt, step, workspace_id, body, verbatim, summary, start, at)
  select ${run}, "taskId", attempt, step, ${workspace}, body::json, verbatim::json, summary::json, start::json,
    to_timestamp(${atMs}::float8 / 1000)
  from jsonb_to_recordset(${rows}::text::jsonb) as row ("taskId" text, attempt int, step int, body text,
    verbatim text, summary text, start text)
  on conflict (run_id, task_id, attempt, step) do update set body = excluded.body,
    verbatim = excluded.verbatim, summary = coalesce(excluded.summary, old.summary),
    start = coalesce(excluded.start, old.start)`;

/** A call that finished stays as it finished, no matter who reports it later: the first report is the evidence. */
export const upsertToolCalls = (sql: Sql, run: string, workspace: string, atMs: number, rows: string) => sql`
  insert into tool_calls as old (run_id, key, workspace_id, idempotency_key, task_id, attempt, step, call_id,
    tool, side_effects, args, status, ok, output, artifact, error, latency_ms, started_at, finished_at)
  select ${run}, key, ${workspace}, "idempotencyKey", "taskId", attempt, step, "callId", tool, "sideEffects",
    coalesce(args, 'null'), status, ok, output, artifact, error, "latencyMs", to_timestamp(${atMs}::float8 / 1000),
    case status when 'finished' then to_timestamp(${atMs}::float8 / 1000) end
  from jsonb_to_recordset(${rows}::text::jsonb) as row (key text, "idempotencyKey" text, "taskId" text,
    attempt int, step int, "callId" text, tool text, "sideEffects" text, args jsonb, status text, ok boolean,
    output jsonb, artifact text, error text, "latencyMs" float8)
  on conflict (run_id, key) do update set args = excluded.args, status = excluded.status, ok = excluded.ok,
    output = excluded.output, artifact = excluded.artifact, error = excluded.error, latency_ms = excluded.latency_ms,
    finished_at = excluded.finished_at
  where old.status <> 'finished'`;

export const insertModelCalls = (sql: Sql, run: string, workspace: string, atMs: number, rows: string) => sql`
  insert into model_calls (run_id, call_id, workspace_id, task_id, attempt, step, role, model, input_tokens,
    cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, cost_micro_usd, latency_ms,
    time_to_first_token_ms, failure, wanted_model, wanted_failure, prompt_hash, prompt_version,
    plan_version, agent, epoch, at)
  select ${run}, "callId", ${workspace}, "taskId", attempt, step, role, model, "inputTokens",
    "cachedInputTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens", "costMicroUsd", "latencyMs",
    "timeToFirstTokenMs", failure, "wantedModel", "wantedFailure", "promptHash", "promptVersion", "planVersion",
    agent, epoch,
    to_timestamp(${atMs}::float8 / 1000)
  from jsonb_to_recordset(${rows}::text::jsonb) as row ("callId" text, "taskId" text, attempt int, step int,
    role text, model text, "inputTokens" int, "cachedInputTokens" int, "cacheWriteTokens" int, "outputTokens" int,
    "reasoningTokens" int, "costMicroUsd" float8, "latencyMs" float8, "timeToFirstTokenMs" float8,
    failure text, "wantedModel" text, "wantedFailure" text, "promptHash" text, "promptVersion" text,
    "planVersion" int, agent text, epoch int)
  on conflict (run_id, call_id) do nothing`;

/** What a run has taken is kept as long as the run. */
export const linkAttachments = (sql: Sql, run: string, workspace: string, ids: string[]) => sql`
  insert into run_attachments (run_id, attachment_id, workspace_id)
  select ${run}, id, ${workspace} from unnest(${ids}::text[]) as id
  on conflict (run_id, attachment_id) do nothing`;

/** The steps of another run's attempts as they stood at a moment, for its fork. */
export const copySteps = (sql: Sql, from: string, run: string, untilMs: number) => sql`
  insert into trajectory_steps (run_id, task_id, attempt, step, workspace_id, body, verbatim, summary, start, at)
  select ${run}, task_id, attempt, step, workspace_id, body, verbatim, summary, start, at from trajectory_steps
  where run_id = ${from} and at <= to_timestamp(${untilMs}::float8 / 1000)`;

/** The calls of another run that had ended at a moment, for its fork. */
export const copyToolCalls = (sql: Sql, from: string, run: string, untilMs: number) => sql`
  insert into tool_calls (run_id, key, workspace_id, idempotency_key, task_id, attempt, step, call_id, tool,
    side_effects, args, status, ok, output, artifact, error, latency_ms, started_at, finished_at)
  select ${run}, key, workspace_id, idempotency_key, task_id, attempt, step, call_id, tool, side_effects, args,
    status, ok, output, artifact, error, latency_ms, started_at, finished_at from tool_calls
  where run_id = ${from} and finished_at <= to_timestamp(${untilMs}::float8 / 1000)`;

/** A fork holds what its parent holds. */
export const copyBlobUses = (sql: Sql, from: string, run: string) => sql`
  insert into blob_uses (run_id, digest, use, workspace_id)
  select ${run}, digest, use, workspace_id from blob_uses where run_id = ${from} on conflict do nothing`;
