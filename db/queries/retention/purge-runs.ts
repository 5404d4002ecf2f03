import type { Sql, TransactionSql } from "postgres";
import type { RetentionKind } from "@/lib/core/retention";
import { HAS_ENDED, HAS_OPEN_FORK } from "./removable";

/** Kinds that are removed run by run. */
type RunKind = Exclude<RetentionKind, "blobs" | "drills">;

/** All that has rows of a run beside `runs`; approvals go with it, the audit log stays. */
const RUN_TABLES = [
  "stream_chunks",
  "trajectory_steps",
  "tool_calls",
  "model_calls",
  "run_events",
  "run_commands",
  "run_snapshots",
  "plan_versions",
  "attempts",
  "tasks",
  "decisions",
  "replan_history",
  "comment_questions",
  "comment_replies",
  "comments",
  "marks",
  "run_attachments",
  "lesson_origins",
  "lesson_uses",
  "example_uses",
  "finished_missions",
  "notification_deliveries",
] as const;
type RunTable = (typeof RUN_TABLES)[number];

/** What goes of each kind, in this order. */
const CLEARED: Record<RunKind, readonly RunTable[]> = {
  runs: RUN_TABLES,
  payloads: ["stream_chunks", "trajectory_steps", "tool_calls"],
  live_text: ["stream_chunks"],
};

/** Of these tables rows stay although the rest of their kind goes. */
const conditionOf = (sql: Sql, kind: RunKind, table: RunTable) => {
  // Calls that changed something are evidence: a fork is asked before it makes the same call again.
  if (kind === "payloads" && table === "tool_calls") return sql`side_effects not in ('write', 'external')`;
  if (kind === "live_text") return isStored(sql);
  return sql`true`;
};

/** A model's words are stored with their step, those of a role without steps in events; a tool's when its call ended. */
const isStored = (sql: Sql) => sql`(
  (call_id is null and step is null) or exists (
    select from trajectory_steps s where s.run_id = victim.run_id and s.task_id = victim.task_id
      and s.attempt = victim.attempt and s.step = victim.step
      and (victim.call_id is null or json_typeof(s.body -> 'chunks') = 'array')))`;

/** `byPerson`: its values go at once, not after days of their own. */
export type Removal = { runId: string; kind: RunKind; byPerson: boolean };

/** A removal that was begun and not finished, by whatever worker. */
export async function readOpenRemoval(sql: Sql, workspaceId: string): Promise<Removal | undefined> {
  const [row] = await sql<Removal[]>`
    select run_id as "runId", kind, by_person as "byPerson" from purges where workspace_id = ${workspaceId} and open
    order by run_id limit 1`;
  return row;
}

/**
 * Begins with the run that finished first of those that are due, in one transaction: it is gone, or marked, before the
 * first of its rows is. Undefined when none is due. A run that an unfinished fork was taken from stays whole.
 */
export async function beginRemoval(
  sql: Sql,
  due: { workspaceId: string; kind: RunKind; beforeMs: number },
): Promise<Removal | undefined> {
  const { workspaceId, kind } = due;
  const [any] = await sql<{ id: string }[]>`${dueRun(sql, due)} limit 1`;
  if (!any) return;
  return sql.begin(async (tx) => {
    const [held] = await tx<{ id: string }[]>`
      ${dueRun(tx, due)} order by finished_at limit 1 for update skip locked`;
    if (!held) return;
    // A fork that was made before the lock was given is seen from now on.
    const [row] = await tx<{ id: string }[]>`
      with due as materialized (${dueRun(tx, due)} and id = ${held.id}), begun as (
        insert into purges (run_id, kind, workspace_id, purged_at, open)
        select id, ${kind}, ${workspaceId}, clock_timestamp(), true from due
        on conflict (run_id, kind) do update set open = true, by_person = false, purged_at = excluded.purged_at
      ), marked as (${markStatement(tx, kind)})
      select id from due`;
    return row && { runId: row.id, kind, byPerson: false };
  });
}

const dueRun = (
  sql: Sql | TransactionSql,
  { workspaceId, kind, beforeMs }: { workspaceId: string; kind: RunKind; beforeMs: number },
) => sql`
  select id from runs
  where workspace_id = ${workspaceId} and finished_at < to_timestamp(${beforeMs}::float8 / 1000)
    and ${sql.unsafe(HAS_ENDED)} and ${unmarked(sql, kind)} and not ${sql.unsafe(HAS_OPEN_FORK)}`;

function unmarked(sql: Sql | TransactionSql, kind: RunKind) {
  if (kind === "runs") return sql`true`;
  return kind === "payloads" ? sql`payloads_purged_at is null` : sql`live_text_purged_at is null`;
}

function markStatement(sql: TransactionSql, kind: RunKind) {
  if (kind === "runs") return sql`delete from runs using due where runs.id = due.id`;
  const now = sql`clock_timestamp()`;
  const marks =
    kind === "payloads"
      ? sql`payloads_purged_at = ${now}, live_text_purged_at = coalesce(live_text_purged_at, ${now})`
      : sql`live_text_purged_at = ${now}`;
  return sql`update runs set ${marks} from due where runs.id = due.id`;
}

/**
 * Removes the next rows of a removal, at most `limit` of one table, and counts them in the same transaction: how many
 * that were. 0: nothing is left.
 */
export async function removeRows(
  sql: Sql,
  { workspaceId, runId, kind, limit }: Removal & { workspaceId: string; limit: number },
): Promise<number> {
  for (const table of CLEARED[kind]) {
    const [row] = await sql<{ removed: number }[]>`
      with gone as (
        delete from ${sql(table)} where ctid = any(array(
          select ctid from ${sql(table)} as victim where run_id = ${runId} and ${conditionOf(sql, kind, table)}
          limit ${limit}))
        returning 1
      ), ${counted(sql, workspaceId, kind)}
      select count(*)::int as removed from gone`;
    if (row && row.removed > 0) return row.removed;
  }
  return 0;
}

/** Adds the rows of `gone` to what has been removed of a kind. */
export const counted = (sql: Sql, workspaceId: string, kind: RetentionKind) => sql`
  counted as (
    insert into retention_progress as known (workspace_id, kind, purged_at, removed, unreported)
    select ${workspaceId}, ${kind}, clock_timestamp(), n, n from (select count(*) as n from gone) as batch where n > 0
    on conflict (workspace_id, kind) do update set purged_at = excluded.purged_at,
      removed = known.removed + excluded.removed, unreported = known.unreported + excluded.unreported)`;

/**
 * The last act of a removal, when no row of it is left: what the run held is held no longer, and of a whole run a line
 * remains that says when it went.
 */
export async function endRemoval(sql: Sql, removal: Removal): Promise<void> {
  const { runId, kind } = removal;
  const close =
    kind === "runs"
      ? sql`update purges set open = false where run_id = ${runId} and kind = ${kind}`
      : sql`delete from purges where run_id = ${runId} and kind = ${kind}`;
  await sql`with closed as (${close}) ${kind === "live_text" ? sql`select` : releaseBlobs(sql, removal)}`;
}

/** Since when values are unused that have no days of their own. */
const AT_ONCE = 0;

/** Whether another run holds them is looked up when they are about to go. */
function releaseBlobs(sql: Sql, { runId, kind, byPerson }: Removal) {
  const since = byPerson ? sql`to_timestamp(${AT_ONCE}::float8)` : sql`clock_timestamp()`;
  return sql`
  , released as (
    delete from blob_uses where run_id = ${runId} and ${kind === "runs" ? sql`true` : sql`use = 'payload'`}
    returning workspace_id, digest)
  update blobs set unused_since = ${since} from released
  where blobs.workspace_id = released.workspace_id and blobs.digest = released.digest
    and (unused_since is null or ${byPerson})`;
}
