import type { Sql } from "postgres";
import { RETENTION_KINDS, type RetentionKind } from "@/lib/core/retention";

/** What a worker needs to know before it removes anything: the database's clock, and what the workspace chose. */
export async function readRetentionTask(sql: Sql, workspaceId: string) {
  const rows = await sql<{ now: number; kind: RetentionKind | null; keepDays: number | null }[]>`
    select floor(date_part('epoch', clock_timestamp()) * 1000) as now, kind, keep_days as "keepDays"
    from (select) as clock left join retention_settings on workspace_id = ${workspaceId}`;
  const chosen = rows.flatMap(({ kind, keepDays }) => (kind === null ? [] : [{ kind, keepDays }]));
  return { nowMs: rows[0]?.now ?? 0, chosen };
}

/** Workspaces that nobody has looked through for a while, or whose last look did not come to its end. */
export async function readUncheckedWorkspaces(sql: Sql, everyMs: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select workspace_id as id from workspaces w
    where (select count(*) from retention_progress p where p.workspace_id = w.workspace_id
      and checked_at > clock_timestamp() - ${everyMs}::float8 * interval '1 millisecond') < ${RETENTION_KINDS.length}
    order by workspace_id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * The end of a look through a workspace: when it was, and one line of the audit log about all rows that were removed
 * since the last, by whatever workers, if there were any. Where the workspace has chosen otherwise since the look began,
 * another one is due at once.
 */
export async function endCheck(
  sql: Sql,
  workspaceId: string,
  lookedFor: { kind: RetentionKind; keepDays: number | null }[],
): Promise<void> {
  const wasChosen = Object.fromEntries(lookedFor.map(({ kind, keepDays }) => [kind, keepDays]));
  await sql`
    with before as materialized (
      select kind, unreported from retention_progress where workspace_id = ${workspaceId} for update
    ), is_chosen as (
      select coalesce(jsonb_object_agg(kind, keep_days), '{}') as settings
      from retention_settings where workspace_id = ${workspaceId}
    ), checked as (
      insert into retention_progress as known (workspace_id, kind, checked_at)
      select ${workspaceId}, kind,
        case when settings = ${JSON.stringify(wasChosen)}::text::jsonb then clock_timestamp() end
      from is_chosen, unnest(${[...RETENTION_KINDS]}::text[]) as kind
      on conflict (workspace_id, kind) do update set checked_at = excluded.checked_at,
        unreported = known.unreported - coalesce(
          (select b.unreported from before b where b.kind = excluded.kind), 0)
    )
    insert into audit_log (workspace_id, at, actor, action, provenance, accepted, details)
    select ${workspaceId}, clock_timestamp(), '{"kind": "system"}', 'data_purged', 'auto', true,
      jsonb_object_agg(kind, unreported)
    from before where unreported > 0 having count(*) > 0`;
}
