import type { Sql } from "postgres";
import type { CommandReply } from "@/lib/core/run/commands";

/** What the run store needs of the locked row. */
type LockedRun = { workspaceId: string; seq: number; epoch: number; parked: boolean };

/** An event row in the shape that core's `readEvent` takes: absent fields are null here and dropped by the caller. */
export type EventRow = Record<string, unknown> & { seq: number };

export const beginTransition = (sql: Sql) => sql.unsafe("begin isolation level read committed");

/** Takes the run's lock until the end of the transaction. No row: no such run. */
export const lockRun = (sql: Sql, runId: string) => sql<LockedRun[]>`
  select workspace_id as "workspaceId", seq, epoch, parked from runs where id = ${runId} for update`;

/** Takes the run's lock, and fails (division by zero) unless the run is still as it was known, and in its lease. */
export const lockUnchangedRun = (sql: Sql, runId: string, seq: number, epoch: number) => sql`
  select 1 / count(*) as unchanged from (
    select from runs where id = ${runId} and seq = ${seq} and epoch = ${epoch} and not parked for update) as known`;

/** Those of these keys of the API that work, none of which is revoked before the transaction ends. */
export const lockWorkingKeys = (sql: Sql, ids: string[]) => sql<{ id: string }[]>`
  select id from api_keys
  where id = any(array[${idArray(sql, ids)}]::text[])
    and revoked_at is null and (ends_at is null or ends_at > clock_timestamp())
  order by id for share`;

/** The run and those that it was forked from, as far as they are there: none is removed before the transaction ends. */
export const lockAncestry = (sql: Sql, runId: string) => sql<{ id: string; parentRunId: string | null }[]>`
  with recursive up as (
    select id, parent_run_id from runs where id = ${runId}
    union select r.id, r.parent_run_id from runs r join up on r.id = up.parent_run_id)
  select id, parent_run_id as "parentRunId" from runs where id in (select id from up) order by id for key share`;

/** Makes sure that there is a row to lock; everything else about it is written when the run is created. */
export const ensureRun = (sql: Sql, runId: string, workspaceId: string) => sql`
  insert into runs (id, workspace_id, status, phase)
  values (${runId}, ${workspaceId}, 'planning', 'new') on conflict (id) do nothing`;

const eventColumns = (sql: Sql) => sql`
  run_id as run, seq, round(date_part('epoch', at) * 1000) as at, v, type, actor, command_id as "commandId",
    cause_seq as "causeSeq", plan_version as "planVersion", epoch, effect, payload`;

/**
 * The next events after a sequence number. One row without a number: there are none; no row at all: there is no such
 * run, or it was removed and its events are on their way out.
 */
export const pageOfEvents = (sql: Sql, runId: string, seq: number, limit: number) => sql<
  (EventRow | { seq: null })[]
>`
  select event.* from runs left join lateral (
    select ${eventColumns(sql)} from run_events where run_id = ${runId} and seq > ${seq} order by seq limit ${limit}
  ) as event on true where runs.id = ${runId} order by event.seq`;

type CatchUp = {
  /** Milliseconds on the database's clock. */
  now: number;
  events: EventRow[] | null;
  replies: Record<string, CommandReply> | null;
  /** Of the requests that those commands came from, where one was kept. */
  digests: Record<string, string> | null;
};

/**
 * What happened up to the moment after the lock was taken: the events after a sequence number, the replies that these
 * commands got before, and that moment. The ids are spelled out as an array of a few fixed lengths, so that there are
 * few statements to prepare.
 */
export const catchUpQuery = (sql: Sql, runId: string, seq: number, commandIds: string[]) => sql<CatchUp[]>`
  select round(date_part('epoch', clock_timestamp()) * 1000) as now,
    (select json_agg(event order by seq) from (
      select ${eventColumns(sql)} from run_events where run_id = ${runId} and seq > ${seq}) as event) as events,
    answered.replies, answered.digests
  from (select json_object_agg(command_id, reply) as replies,
      json_object_agg(command_id, input_digest) filter (where input_digest is not null) as digests
    from run_commands
    where run_id = ${runId} and command_id = any(array[${idArray(sql, commandIds)}]::text[])) as answered`;

function idArray(sql: Sql, ids: string[]) {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, ids.length)));
  return Array.from({ length }, (_, n) => (n === 0 ? sql`${ids[0] ?? ""}` : sql`, ${ids[n] ?? ""}`));
}
