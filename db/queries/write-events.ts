import type { Sql } from "postgres";

/** Rows arrive as one JSON text a statement, so that a batch of any size is one statement with a stable plan. */

export const insertEvents = (sql: Sql, workspace: string, rows: string) => sql`
  insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, cause_seq, plan_version,
    epoch, effect, payload)
  select run, seq, ${workspace}, type, v, to_timestamp(at / 1000), actor, "commandId", "causeSeq", "planVersion",
    epoch, effect, payload
  from jsonb_to_recordset(${rows}::text::jsonb) as row (run text, seq int, type text, v int, at float8,
    actor jsonb, "commandId" text, "causeSeq" int, "planVersion" int, epoch int, effect text,
    payload jsonb)`;

export const insertCommands = (sql: Sql, run: string, workspace: string, atMs: number, rows: string) => sql`
  insert into run_commands (run_id, command_id, workspace_id, type, at, reply)
  select ${run}, id, ${workspace}, type, to_timestamp(${atMs}::float8 / 1000), reply
  from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, type text, reply jsonb)`;
