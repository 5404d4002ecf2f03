import postgres, { type Sql } from "postgres";
import { WORKER_LOCKS } from "./worker-presence";

/** Work that one process at a time does for all. */
export type LeaderLock = {
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
