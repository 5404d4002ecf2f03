import { sql } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { approvals, runs } from "../schema";
import { PRESENCE_LOCK } from "./worker-locks";

type WorkRow = { atMs: number; workers: number; waitingRuns: number; waitingSinceMs: number | null };

/** How many workers there are, and which runs of a workspace have a job that none of them has taken. */
export async function readWork(db: OrmOrTx, workspaceId: string): Promise<WorkRow> {
  const [row] = await db.execute<WorkRow>(sql`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "atMs",
      (select count(*)::int from pg_locks where ${sql.raw(PRESENCE_LOCK)}) as workers,
      count(*)::int as "waitingRuns",
      (extract(epoch from min(job.created_on)) * 1000)::float8 as "waitingSinceMs"
    from pgboss.job join ${runs} on ${runs.id} = job.singleton_key
    where job.name = 'runs' and job.state < 'active' and ${runs.workspaceId} = ${workspaceId}`);
  return row as WorkRow;
}

type SilentModelRow = { model: string; gates: number; sinceMs: number };

/** Models that open gates of a workspace say do not answer, the longest first, at most twenty. */
export async function readSilentModels(db: OrmOrTx, workspaceId: string): Promise<SilentModelRow[]> {
  const model = sql`${approvals.subject}->>'model'`;
  return db.execute<SilentModelRow>(sql`
    select ${model} as model, count(*)::int as gates,
      (extract(epoch from min(${approvals.openedAt})) * 1000)::float8 as "sinceMs"
    from ${approvals} where ${approvals.workspaceId} = ${workspaceId} and ${approvals.status} = 'open'
      and ${approvals.kind} = 'model_unavailable' and ${model} is not null
    group by 1 order by 3 limit 20`);
}
