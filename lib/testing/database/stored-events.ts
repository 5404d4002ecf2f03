import type { Sql } from "postgres";
import { toJsonText } from "@/db/json-text";

type Row = { run: string; seq: number };

/**
 * Puts a log into the store as it is, with a row of its run and no projections: for logs that no run store of today could
 * write. The run is parked.
 */
export async function storeEvents(sql: Sql, rows: readonly Row[]): Promise<void> {
  const last = rows.at(-1) as Row;
  await sql`insert into runs (id, workspace_id, status, phase, seq)
    values (${last.run}, 'local', 'planning', 'planning', ${last.seq})
    on conflict (id) do update set seq = excluded.seq`;
  await sql`
    insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, cause_seq, plan_version, epoch,
      effect, payload)
    select run, seq, 'local', type, v, to_timestamp(at / 1000), actor, "commandId", "causeSeq", "planVersion", epoch,
      effect, payload
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as row (run text, seq int, type text, v int, at float8,
      actor jsonb, "commandId" text, "causeSeq" int, "planVersion" int, epoch int, effect text, payload jsonb)`;
}
