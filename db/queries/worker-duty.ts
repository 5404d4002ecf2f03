import postgres, { type Sql } from "postgres";
import { WORKER_LOCKS } from "./worker-presence";

/** Work that one process at a time does for all. */
export type Duty = {
  /** True while it is this process's: taken now, or held from before. Another takes it over when this one is gone. */
  take(): Promise<boolean>;
  leave(): Promise<void>;
};

/** Advisory locks of duties, beside the one of presence. */
export const DUTIES = { probeModels: 2 } as const;

/** A duty by an advisory lock of a connection of its own, which there is only while the duty is held. */
export function createDuty(sql: Sql, duty: number): Duty {
  let own: Sql | undefined;

  async function leave(): Promise<void> {
    const line = own;
    own = undefined;
    await line?.end({ timeout: 1 });
  }

  return {
    async take() {
      if (own) return true;
      const line = postgres({
        // As in worker-presence.ts: parsed options open another client as they are.
        ...(sql.options as unknown as postgres.Options<Record<string, never>>),
        max: 1,
        idle_timeout: undefined,
        max_lifetime: null,
        onclose: () => {
          if (own === line) own = undefined;
        },
      });
      own = line;
      try {
        const [row] = await line<{ taken: boolean }[]>`
          select pg_try_advisory_lock(${WORKER_LOCKS}, ${duty}) as taken`;
        if (row?.taken && own === line) return true;
      } catch (error) {
        await leave();
        throw error;
      }
      await leave();
      return false;
    },
    leave,
  };
}
