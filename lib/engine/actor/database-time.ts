import type { Clock } from "@/lib/core/ports";

export type DatabaseTime = {
  /** A commit told the database's time just now. */
  observe(committedAtMs: number): void;
  /** The database's time by the local monotonic clock; never ahead of it. */
  nowMs(): number;
};

/**
 * Follows the database's clock between commits, so that timers of a leased run need no queries and no trust in the
 * machine's wall clock (docs/engine.md, "Timers").
 */
export function createDatabaseTime({ monotonicMs }: Pick<Clock, "monotonicMs">): DatabaseTime {
  let offsetMs = Number.NEGATIVE_INFINITY;
  return {
    observe: (atMs) => {
      offsetMs = atMs - monotonicMs();
    },
    nowMs: () => monotonicMs() + offsetMs,
  };
}
