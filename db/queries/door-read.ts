import type { Sql } from "postgres";
import type { CommandReply } from "@/lib/core/run/commands";

/** What the door needs of the locked row. */
export type LockedRun = { workspaceId: string; seq: number; epoch: number; parked: boolean };

/** An event row in the shape that core's `readEvent` takes: absent fields are null here and dropped by the caller. */
export type EventRow = Record<string, unknown> & { seq: number };

/** Takes the run's lock until the end of the transaction. No row: no such run. */
export const lockRun = (sql: Sql, runId: string) => sql<LockedRun[]>`
  select workspace_id as "workspaceId", seq, epoch, parked from runs where id = ${runId} for update`;

/** Makes sure that there is a row to lock; everything else about it is written when the run is created. */
export const placeRun = (sql: Sql, runId: string, workspaceId: string) => sql`
  insert into runs (id, workspace_id, status, phase, settings)
  values (${runId}, ${workspaceId}, 'planning', 'new', '{}') on conflict (id) do nothing`;

/** Events after a sequence number, in order. */
export const eventsAfter = (sql: Sql, runId: string, seq: number, limit = 2_147_483_647) => sql<EventRow[]>`
  select run_id as run, seq, (extract(epoch from at) * 1000)::float8 as at, v, type, actor,
    command_id as "commandId", cause_seq as "causeSeq", plan_version as "planVersion", epoch, effect, payload
  from run_events where run_id = ${runId} and seq > ${seq} order by seq limit ${limit}`;

/** The moment after the lock was taken, in milliseconds, and the replies these commands got before, if any. */
export const nowAndReplies = (sql: Sql, runId: string, commandIds: string[]) => sql<
  { now: number; replies: Record<string, CommandReply> | null }[]
>`
  select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    (select jsonb_object_agg(command_id, reply) from run_commands
      where run_id = ${runId} and command_id = any(${commandIds})) as replies`;
