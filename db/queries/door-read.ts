import type { Sql } from "postgres";
import type { CommandReply } from "@/lib/core/run/commands";

/** What the door needs of the locked row. */
export type LockedRun = { workspaceId: string; seq: number; epoch: number; parked: boolean };

/** An event row in the shape that core's `readEvent` takes: absent fields are null here and dropped by the caller. */
export type EventRow = Record<string, unknown> & { seq: number };

/**
 * Begins a transition. Its statements find their rows by primary keys, so one cached plan serves all runs; left to
 * itself the planner would make a new one for every call.
 */
export const beginTransition = (sql: Sql) =>
  sql.unsafe("begin isolation level read committed; set local plan_cache_mode = force_generic_plan");

/** Takes the run's lock until the end of the transaction. No row: no such run. */
export const lockRun = (sql: Sql, runId: string) => sql<LockedRun[]>`
  select workspace_id as "workspaceId", seq, epoch, parked from runs where id = ${runId} for update`;

/** Makes sure that there is a row to lock; everything else about it is written when the run is created. */
export const placeRun = (sql: Sql, runId: string, workspaceId: string) => sql`
  insert into runs (id, workspace_id, status, phase, settings)
  values (${runId}, ${workspaceId}, 'planning', 'new', '{}') on conflict (id) do nothing`;

const eventColumns = (sql: Sql) => sql`
  run_id as run, seq, round(date_part('epoch', at) * 1000) as at, v, type, actor, command_id as "commandId",
    cause_seq as "causeSeq", plan_version as "planVersion", epoch, effect, payload`;

/** All events after a sequence number, in order. */
export const eventsAfter = (sql: Sql, runId: string, seq: number) => sql<EventRow[]>`
  select ${eventColumns(sql)} from run_events where run_id = ${runId} and seq > ${seq} order by seq`;

/** The next events after a sequence number. */
export const pageOfEvents = (sql: Sql, runId: string, seq: number, limit: number) => sql<EventRow[]>`
  select ${eventColumns(sql)} from run_events where run_id = ${runId} and seq > ${seq} order by seq limit ${limit}`;

export type ReplyRow = { now: number; commandId: string | null; reply: CommandReply | null };

/**
 * The moment after the lock was taken, in milliseconds, and the replies these commands got before: one row a reply,
 * or one row without. The ids are spelled out as an array of a few fixed lengths, which keeps the plan cached.
 */
export const nowAndReplies = (sql: Sql, runId: string, commandIds: string[]) => sql<ReplyRow[]>`
  select now, command_id as "commandId", reply
  from (select round(date_part('epoch', clock_timestamp()) * 1000) as now offset 0) as clock
  left join run_commands on run_id = ${runId} and command_id = any(array[${idList(sql, commandIds)}]::text[])`;

function idList(sql: Sql, ids: string[]) {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, ids.length)));
  return Array.from({ length }, (_, n) => (n === 0 ? sql`${ids[0] ?? ""}` : sql`, ${ids[n] ?? ""}`));
}
