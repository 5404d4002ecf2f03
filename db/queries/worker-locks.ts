import type { Sql } from "postgres";
import postgres from "postgres";

/** The two halves of the advisory lock's key, as pg_locks shows them; the first is that of all workers' locks. */
const WORKER_LOCKS = 7_294;
const PRESENCE_LOCK_ID = 1;

/** Work that one process at a time does for all. */
type LeaderLock = {
  /** True while it is this process's: taken now, or held from before. Another takes it over when this one is gone. */
  acquire(): Promise<boolean>;
  release(): Promise<void>;
};

/** Advisory locks of duties, beside the one of presence. */
export const LEADER_LOCKS = { probeModels: 2 } as const;

/** A duty by an advisory lock of a connection of its own, which there is only while the duty is held. */
export function createLeaderLock(sql: Sql, lockId: number): LeaderLock {
  let own: Sql | undefined;

  async function release(): Promise<void> {
    const connection = own;
    own = undefined;
    await connection?.end({ timeout: 1 });
  }

  return {
    async acquire() {
      if (own) return true;
      const connection = postgres({
        // As in worker-presence.ts: parsed options open another client as they are.
        ...(sql.options as unknown as postgres.Options<Record<string, never>>),
        max: 1,
        idle_timeout: undefined,
        max_lifetime: null,
        onclose: () => {
          if (own === connection) own = undefined;
        },
      });
      own = connection;
      try {
        const [row] = await connection<{ taken: boolean }[]>`
          select pg_try_advisory_lock(${WORKER_LOCKS}, ${lockId}) as taken`;
        if (row?.taken && own === connection) return true;
      } catch (error) {
        await release();
        throw error;
      }
      await release();
      return false;
    },
    release,
  };
}

/**
 * Says, for as long as the process lives, that a worker is there: a shared advisory lock of a connection of its own,
 * taken again when that connection was lost. Resolves when it is said; call the result to take it back.
 */
export async function announceWorker(sql: Sql): Promise<() => Promise<void>> {
  let withdrawn = false;
  const announce = () => own`select pg_advisory_lock_shared(${WORKER_LOCKS}, ${PRESENCE_LOCK_ID})`;
  const own = postgres({
    // What postgres.js does for its own listening connection: parsed options open another client as they are.
    ...(sql.options as unknown as postgres.Options<Record<string, never>>),
    max: 1,
    idle_timeout: undefined,
    max_lifetime: null,
    // The query makes the client connect again, with its own back-off; a failure closes, and so comes back here.
    onclose: () => {
      if (!withdrawn) announce().catch(() => {});
    },
  });
  await announce();
  return async () => {
    withdrawn = true;
    await own.end({ timeout: 1 });
  };
}

/** What says in `pg_locks` that a worker of this database is there, a row for each. */
export const PRESENCE_LOCK = `locktype = 'advisory' and mode = 'ShareLock' and granted
  and classid = ${WORKER_LOCKS} and objid = ${PRESENCE_LOCK_ID} and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())`;

/** How many processes that are connected to this database are workers. */
export async function countWorkers(sql: Sql): Promise<number> {
  const [row] = await sql<{ workers: number }[]>`
    select count(*)::int as workers from pg_locks where ${sql.unsafe(PRESENCE_LOCK)}`;
  return row?.workers ?? 0;
}

/** Whether any process that is connected to this database is a worker. */
export async function hasLiveWorker(sql: Sql): Promise<boolean> {
  return (await countWorkers(sql)) > 0;
}
