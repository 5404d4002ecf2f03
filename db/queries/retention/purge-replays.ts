import type { Sql } from "postgres";
import type { PurgeStep } from "@/lib/core/retention";
import { counted } from "./purge-runs";

/**
 * Removes the oldest replay that finished before a moment, with its steps, and counts their rows in the same transaction:
 * how many those were. 0: none is due.
 */
export async function removeReplay(
  sql: Sql,
  { workspaceId, kind, beforeMs }: PurgeStep & { workspaceId: string },
): Promise<number> {
  const before = sql`to_timestamp(${beforeMs}::float8 / 1000)`;
  const [row] = await sql<{ removed: number }[]>`
    with due as materialized (
      select id from replays
      where workspace_id = ${workspaceId} and created_at < ${before} and finished_at < ${before}
      order by created_at limit 1 for update skip locked
    ), steps as (
      delete from replay_steps using due where replay_id = due.id returning 1
    ), removed as (
      delete from replays using due where replays.id = due.id returning 1
    ), gone as (select from steps union all select from removed), ${counted(sql, workspaceId, kind)}
    select count(*)::int as removed from gone`;
  return row?.removed ?? 0;
}
