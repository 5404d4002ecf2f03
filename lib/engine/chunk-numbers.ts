type ChunkLease = { runId: string; epoch: number };

export type ChunkNumbers = {
  /** Makes sure that numbers can be given for these leases. */
  prepare(leases: ChunkLease[]): Promise<void>;
  /** The run's next number; undefined under a lease that a later one has replaced. */
  next(lease: ChunkLease): number | undefined;
};

const MAX_RUNS = 1_000;

/** Counts the chunks of each run. A new lease goes on after the last chunk that the store has. */
export function createChunkNumbers(
  readLast: (runIds: string[]) => Promise<Map<string, number>>,
): ChunkNumbers {
  const counters = new Map<string, { epoch: number; last: number }>();

  return {
    async prepare(leases) {
      const fresh = new Map<string, number>();
      for (const { runId, epoch } of leases) {
        const known = Math.max(counters.get(runId)?.epoch ?? -1, fresh.get(runId) ?? -1);
        if (epoch > known) fresh.set(runId, epoch);
      }
      if (fresh.size === 0) return;
      const last = await readLast([...fresh.keys()]);
      for (const [runId, epoch] of fresh) {
        counters.delete(runId);
        counters.set(runId, { epoch, last: last.get(runId) ?? 0 });
      }
      const needed = new Set(leases.map((lease) => lease.runId));
      for (const runId of counters.keys()) {
        if (counters.size <= MAX_RUNS) return;
        if (!needed.has(runId)) counters.delete(runId);
      }
    },
    next({ runId, epoch }) {
      const counter = counters.get(runId);
      if (!counter || counter.epoch !== epoch) return;
      counter.last += 1;
      return counter.last;
    },
  };
}
