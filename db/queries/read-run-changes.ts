import type { Sql } from "postgres";
import type { RunChange } from "@/lib/core/stream";

const MAX_CHANGES = 500;

type Row = { now: number } & { [K in keyof Omit<RunChange, "tasks">]: RunChange[K] | null } & {
  tasksTotal: number;
  tasksOpen: number;
};

/**
 * Runs of a workspace as lists show them, oldest change first, and the moment of the reading in milliseconds: these
 * runs, or the last ones that changed after a moment. The first is quick, the second visits every run.
 */
export async function readRunChanges(
  sql: Sql,
  workspaceId: string,
  which: { runIds: string[] } | { sinceMs: number },
): Promise<{ nowMs: number; runs: RunChange[] }> {
  const wanted =
    "runIds" in which
      ? sql`id in (select jsonb_array_elements_text(${JSON.stringify(which.runIds)}::text::jsonb))`
      : sql`updated_at > to_timestamp(${which.sinceMs}::float8 / 1000)`;
  const rows = await sql<Row[]>`
    select floor(date_part('epoch', now()) * 1000) as now, changed.*,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind) order by a.opened_seq), '[]')
        from approvals a where a.run_id = changed."runId" and a.status = 'open') as "openGates"
    from (select) as clock left join (
      select id as "runId", seq, status, finish_reason as "finishReason", left(mission, 300) as title,
        plan_version as "planVersion", tasks_total as "tasksTotal", tasks_open as "tasksOpen",
        round(date_part('epoch', updated_at) * 1000) as "changedAt"
      from runs where workspace_id = ${workspaceId} and seq > 0 and ${wanted}
      order by updated_at desc limit ${MAX_CHANGES}) as changed on true
    order by "changedAt", "runId"`;
  const runs = rows.flatMap(({ now: _now, tasksTotal, tasksOpen, ...row }) =>
    row.runId === null ? [] : [{ ...row, tasks: { total: tasksTotal, open: tasksOpen } } as RunChange],
  );
  return { nowMs: rows[0]?.now ?? 0, runs };
}
