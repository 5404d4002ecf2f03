import type { Sql } from "postgres";

/** Which lessons stood in which prompts; once, however often a commit is repeated. */
export const insertUses = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into lesson_uses (run_id, key, lesson_id, version, workspace_id, role, from_version, plan_version, created_at)
  select ${run}, key, "lessonId", version, ${workspace}, role, "fromVersion", "planVersion", to_timestamp(at / 1000)
  from jsonb_to_recordset(${rows}::text::jsonb) as row (key text, "lessonId" text, version int, role text,
    "fromVersion" int, "planVersion" int, at float8)
  on conflict (run_id, key, lesson_id, version) do nothing`;

/** The plan versions that were written by prompts with lessons, now that they are known. */
export const linkVersions = (sql: Sql, run: string, rows: string) => sql`
  update lesson_uses as shown set plan_version = row.version
  from jsonb_to_recordset(${rows}::text::jsonb) as row (version int, parent int)
  where shown.run_id = ${run} and shown.plan_version is null and shown.role <> 'reviewer'
    and shown.from_version = row.parent`;

/**
 * Proposes lessons, each with what it follows from. A text that a lesson has or had counts for that lesson, which stays
 * as it is, revoked ones too; what was not learned from demo runs alone is no demo lesson any more.
 */
export const propose = (sql: Sql, workspace: string, nowMs: number, rows: string) => sql`
  with given as materialized (
    select row.*, at.now from jsonb_to_recordset(${rows}::text::jsonb) as row (key text, id text, text text,
      words text, tags text[], demo boolean, source text, subject text, "runId" text, person text),
      (select to_timestamp(${nowMs}::float8 / 1000) as now) as at
  ), owned as (
    insert into lesson_texts (workspace_id, key, lesson_id)
    select distinct ${workspace}, key, id from given order by key
    on conflict (workspace_id, key) do update set lesson_id = lesson_texts.lesson_id
    returning key, lesson_id
  ), mine as (
    select given.*, owned.lesson_id from given join owned using (key)
  ), made as (
    insert into lessons (workspace_id, id, version, text, words, status, source, tags, demo, author, created_at,
      updated_at)
    select distinct on (lesson_id) ${workspace}, lesson_id, 1, text, words, 'proposed', source, tags, demo,
      coalesce(person, 'Waymark'), now, now
    from mine order by lesson_id, subject
    on conflict (workspace_id, id) do update set demo = false where lessons.demo and not excluded.demo
    returning id, version, text, status, tags, author, created_at, xmax = 0 as is_new
  ), first_versions as (
    insert into lesson_versions (workspace_id, lesson_id, version, text, status, tags, author, created_at)
    select ${workspace}, id, version, text, status, tags, author, created_at from made where is_new
  )
  insert into lesson_origins (workspace_id, lesson_id, run_id, subject, source, person, created_at)
  select ${workspace}, lesson_id, "runId", subject, source, person, now from mine
  on conflict (workspace_id, lesson_id, run_id, subject) do nothing`;
