import { type SQL, sql } from "drizzle-orm";
import type { DeletionCounts } from "@/lib/core/retention/deletion";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { writeArray } from "../../array-types";
import type { Orm, OrmOrTx } from "../../client";
import { HAS_ENDED, HAS_OPEN_FORK, HAS_OPEN_REPLAY, isReplayOf } from "./removable";

/** Runs by their ids, or all that ended before a moment. */
type RunChoice = { runIds: readonly string[] } | { beforeMs: number };

const chosen = (workspaceId: string, choice: RunChoice): SQL =>
  "runIds" in choice
    ? sql`runs.workspace_id = ${workspaceId} and runs.id = any(${writeArray(choice.runIds)}::text[])`
    : sql`runs.workspace_id = ${workspaceId} and runs.finished_at < to_timestamp(${choice.beforeMs}::float8 / 1000)`;

const isFree = sql.raw(`(${HAS_ENDED} and not ${HAS_OPEN_FORK} and not ${HAS_OPEN_REPLAY})`);

/**
 * Deletes the next finished runs of a choice, oldest end first, in the transaction that it is given: their rows are gone and
 * their removals begun, which workers bring to their end; replays of them are gone, and each has its line in the audit log.
 * A fork, a replay or a comment that is being made holds its run's row, and is seen once that lock is given. The ids of those.
 */
export async function deleteRuns(
  db: OrmOrTx,
  { workspaceId, choice, by, limit }: { workspaceId: string; choice: RunChoice; by: ActorRef; limit: number },
): Promise<string[]> {
  const held = (await db.execute(sql`
    select id from runs where ${chosen(workspaceId, choice)} and ${isFree}
    order by finished_at, id limit ${limit} for update`)) as unknown as { id: string }[];
  const rows = (await db.execute(sql`
    with due as materialized (
      select id, workspace_id from runs where ${chosen(workspaceId, { runIds: held.map(({ id }) => id) })} and ${isFree}
      order by finished_at, id
    ), begun as (
      insert into purges (run_id, kind, workspace_id, purged_at, open, by_person)
      select id, 'runs', ${workspaceId}, clock_timestamp(), true, true from due
      on conflict (run_id, kind) do update set open = true, by_person = true, purged_at = excluded.purged_at
    ), gone as (delete from runs using due where runs.id = due.id
    ), replayed as (
      delete from replays using due where ${sql.raw(isReplayOf("replays", "due"))}
    ), noted as (
      insert into audit_log (workspace_id, run_id, at, actor, action, provenance, accepted)
      select ${workspaceId}, id, clock_timestamp(), ${JSON.stringify(by)}::text::jsonb, 'run_deleted', 'person', true
      from due
    ), looked as (
      update retention_progress set checked_at = null
      where workspace_id = ${workspaceId} and exists (select from due)
    )
    select id from due`)) as unknown as { id: string }[];
  return rows.map(({ id }) => id);
}

/** What would go with a choice, and what would stay of it. */
export async function countDeletion(
  db: OrmOrTx,
  { workspaceId, choice }: { workspaceId: string; choice: RunChoice },
): Promise<DeletionCounts> {
  const [row] = (await db.execute(sql`
    with asked as materialized (
      select id, workspace_id, seq, ${sql.raw(HAS_ENDED)} as ended, ${isFree} as free from runs where ${chosen(workspaceId, choice)}
    ), free as materialized (select id, workspace_id, seq from asked where free)
    select (select count(*) from free)::int as runs, (select coalesce(sum(seq), 0) from free)::float8 as events,
      (select count(*) from comments where run_id in (select id from free))::int as comments,
      (select count(*) from replays p
        where exists (select from free where ${sql.raw(isReplayOf("p", "free"))}))::int as replays,
      (select count(distinct attachment_id) from run_attachments a where run_id in (select id from free)
        and not exists (select from run_attachments other where other.workspace_id = ${workspaceId}
          and other.attachment_id = a.attachment_id and other.run_id not in (select id from free)))::int as files,
      (select count(*) from runs fork where fork.workspace_id = ${workspaceId}
        and fork.parent_run_id in (select id from free) and fork.id not in (select id from free))::int as forks,
      (select count(*) from asked where not ended)::int as unfinished,
      (select count(*) from asked where ended and not free)::int as "inUse"`)) as unknown as DeletionCounts[];
  return row ?? { runs: 0, events: 0, comments: 0, replays: 0, files: 0, forks: 0, unfinished: 0, inUse: 0 };
}

/** Why runs of the workspace cannot be deleted now; those that can, and those that there are not, are left out. */
export async function readObstacles(
  db: OrmOrTx,
  { workspaceId, runIds }: { workspaceId: string; runIds: readonly string[] },
): Promise<{ runId: string; why: "unfinished" | "fork" | "replay" }[]> {
  return (await db.execute(sql`
    select id as "runId", case when not ${sql.raw(HAS_ENDED)} then 'unfinished'
      when ${sql.raw(HAS_OPEN_FORK)} then 'fork' else 'replay' end as why
    from runs where ${chosen(workspaceId, { runIds })} and not ${isFree}`)) as unknown as {
    runId: string;
    why: "unfinished" | "fork" | "replay";
  }[];
}

/** Which of these runs of the workspace have been removed already, by whatever cause. */
export async function readRemoved(
  db: OrmOrTx,
  { workspaceId, runIds }: { workspaceId: string; runIds: readonly string[] },
): Promise<string[]> {
  const rows = (await db.execute(sql`
    select run_id as id from purges
    where workspace_id = ${workspaceId} and kind = 'runs' and run_id = any(${writeArray(runIds)}::text[])`)) as unknown as {
    id: string;
  }[];
  return rows.map(({ id }) => id);
}

/** Keeps a run from being deleted until the transaction ends; false where there is none. */
export async function lockRunRow(
  tx: Orm,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): Promise<boolean> {
  const rows = (await tx.execute(sql`
    select from runs where id = ${runId} and workspace_id = ${workspaceId} for key share`)) as unknown as object[];
  return rows.length > 0;
}
