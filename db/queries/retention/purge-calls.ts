import type { Sql } from "postgres";
import { counted } from "./purge-runs";

/** Removes the oldest drills that were closed before a moment, and counts them in the same transaction: how many those were. */
export async function removeDrills(
  sql: Sql,
  { workspaceId, beforeMs, limit }: { workspaceId: string; beforeMs: number; limit: number },
): Promise<number> {
  const [row] = await sql<{ removed: number }[]>`
    with gone as (
      delete from drills where ctid = any(array(
        select ctid from drills
        where workspace_id = ${workspaceId} and closed_at < to_timestamp(${beforeMs}::float8 / 1000)
          and status <> 'open'
        order by closed_at limit ${limit}))
      returning 1
    ), ${counted(sql, workspaceId, "drills")}
    select count(*)::int as removed from gone`;
  return row?.removed ?? 0;
}

/**
 * Removes the oldest model calls of a workspace that served no run, made before a moment, and counts them in the same
 * transaction: how many those were. 0: none is left. Calls of a replay that has not ended stay.
 */
export async function removeOtherCalls(
  sql: Sql,
  { workspaceId, beforeMs, limit }: { workspaceId: string; beforeMs: number; limit: number },
): Promise<number> {
  const [row] = await sql<{ removed: number }[]>`
    with gone as (
      delete from model_calls where ctid = any(array(
        select ctid from model_calls c
        where workspace_id = ${workspaceId} and at < to_timestamp(${beforeMs}::float8 / 1000) and purpose <> 'run'
          and not exists (select from replays r where r.id = c.run_id and r.finished_at is null)
        order by at limit ${limit}))
      returning 1
    ), ${counted(sql, workspaceId, "runs")}
    select count(*)::int as removed from gone`;
  return row?.removed ?? 0;
}
