import type { Sql } from "postgres";

/** Parked runs whose moment has come on the database's clock, the longest overdue first. */
export async function readDueRuns(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from runs where parked and wake_at <= clock_timestamp() order by wake_at limit ${limit}`;
  return rows.map((row) => row.id);
}

/**
 * Runs that a worker should hold and that have been silent for a while: their job may be lost. Any of them, so that
 * many that are only quiet never keep the others from being looked at.
 */
export async function readStalledRuns(sql: Sql, stalledMs: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from runs
    where not parked and updated_at < clock_timestamp() - ${stalledMs}::float8 * interval '1 millisecond'
    order by random() limit ${limit}`;
  return rows.map((row) => row.id);
}
