import type { Sql } from "postgres";
import type { RunFailure } from "../../schema/runs";

/** What is said once, when the run is created. `createdBy` is a JSON text. */
export const initializeRun = (
  sql: Sql,
  row: {
    id: string;
    mission: string;
    tags: string[];
    createdBy: string;
    createdAt: number;
    template: { id: string; version: number } | undefined;
  },
) => sql`
  update runs set mission = ${row.mission}, tags = ${row.tags}::text[],
    template_id = ${row.template?.id ?? null}, template_version = ${row.template?.version ?? null},
    created_by = ${row.createdBy}::text::jsonb, created_at = to_timestamp(${row.createdAt}::float8 / 1000)
  where id = ${row.id}`;

/** Which run a fork was taken from, and the last event that they share. */
export const setParent = (sql: Sql, runId: string, parent: { runId: string; seq: number }) => sql`
  update runs set parent_run_id = ${parent.runId}, parent_seq = ${parent.seq} where id = ${runId}`;

/** Marks alone, when nothing else about the run changed. */
export const setParking = (sql: Sql, runId: string, parked: boolean, wakeAt: number | null) => sql`
  update runs set parked = ${parked}, wake_at = to_timestamp(${wakeAt}::float8 / 1000), failure = null
  where id = ${runId}`;

const failureJson = (sql: Sql, code: RunFailure["code"], message: string) => sql`
  jsonb_build_object('code', ${code}::text, 'message', ${message}::text,
    'atMs', round(date_part('epoch', clock_timestamp()) * 1000))`;

/** Parks a run that no code of this process can move, to be looked at again after a while if that may help. */
export const setRunAside = (
  sql: Sql,
  runId: string,
  failure: { code: RunFailure["code"]; message: string; recheckAfterMs: number | null },
) => sql`
  update runs set parked = true, failure = ${failureJson(sql, failure.code, failure.message)},
    wake_at = clock_timestamp() + ${failure.recheckAfterMs}::float8 * interval '1 millisecond'
  where id = ${runId}`;

/** The last resort for a run whose events cannot even take a fault report. */
export const markRunFailed = (sql: Sql, runId: string, message: string) => sql`
  update runs set status = 'failed', finish_reason = 'engine_fault', finish_message = ${message}, parked = true,
    failure = ${failureJson(sql, "internal", message)}, wake_at = null, finished_at = clock_timestamp(),
    updated_at = clock_timestamp()
  where id = ${runId}`;
