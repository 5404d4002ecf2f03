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
