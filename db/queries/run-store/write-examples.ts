import type { Sql } from "postgres";

/** Which examples stood in which prompts; once, however often a commit is repeated. */
export const insertUses = (sql: Sql, run: string, workspace: string, rows: string) => sql`
  insert into example_uses (run_id, key, example_id, version, workspace_id, role, task_id, attempt, created_at)
  select ${run}, key, "exampleId", version, ${workspace}, role, "taskId", attempt, to_timestamp(at / 1000)
  from jsonb_to_recordset(${rows}::text::jsonb) as row (key text, "exampleId" text, version int, role text,
    "taskId" text, attempt int, at float8)
  on conflict (run_id, key, example_id, version) do nothing`;
