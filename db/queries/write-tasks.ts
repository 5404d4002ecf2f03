import type { Sql } from "postgres";

export const upsertTasks = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into tasks (run_id, task_id, workspace_id, place, title, type, agent, critical, depends_on, lineage,
    since_version, status, attempt, not_before, started_at, ended_at, result, fingerprint, diagnosis,
    failure_code, tolerated, approval_id, proposal, held_until)
  select ${run}, id, ${workspace}, place, title, type, agent, critical, "dependsOn", lineage, "sinceVersion",
    status, attempt, to_timestamp("notBefore" / 1000), to_timestamp("startedAt" / 1000),
    to_timestamp("endedAt" / 1000), result, fingerprint, diagnosis, "failureCode", tolerated, "approvalId",
    proposal, to_timestamp("heldUntil" / 1000)
  from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, place int, title text, type text, agent text,
    critical boolean, "dependsOn" text[], lineage text, "sinceVersion" int, status text, attempt int,
    "notBefore" float8, "startedAt" float8, "endedAt" float8, result jsonb, fingerprint text, diagnosis text,
    "failureCode" text, tolerated boolean, "approvalId" text, proposal jsonb, "heldUntil" float8)
  on conflict (run_id, task_id) do update set place = excluded.place, title = excluded.title,
    type = excluded.type, agent = excluded.agent, critical = excluded.critical,
    depends_on = excluded.depends_on, lineage = excluded.lineage, since_version = excluded.since_version,
    status = excluded.status, attempt = excluded.attempt, not_before = excluded.not_before,
    started_at = excluded.started_at, ended_at = excluded.ended_at, result = excluded.result,
    fingerprint = excluded.fingerprint, diagnosis = excluded.diagnosis, failure_code = excluded.failure_code,
    tolerated = excluded.tolerated, approval_id = excluded.approval_id, proposal = excluded.proposal,
    held_until = excluded.held_until`;

export const upsertAttempts = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into attempts (run_id, task_id, attempt, workspace_id, started_at, ended_at, steps, outcome, code,
    diagnosis, output)
  select ${run}, "taskId", attempt, ${workspace}, to_timestamp("startedAt" / 1000),
    to_timestamp("endedAt" / 1000), steps, outcome, code, diagnosis, output
  from jsonb_to_recordset(${rows}::text::jsonb) as row ("taskId" text, attempt int, "startedAt" float8,
    "endedAt" float8, steps int, outcome text, code text, diagnosis text, output jsonb)
  on conflict (run_id, task_id, attempt) do update set started_at = excluded.started_at,
    ended_at = excluded.ended_at, steps = excluded.steps, outcome = excluded.outcome, code = excluded.code,
    diagnosis = excluded.diagnosis, output = excluded.output`;

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
