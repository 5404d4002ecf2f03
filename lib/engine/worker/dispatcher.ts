import type { Jobs } from "@/lib/core/job-ports";
import type { Clock, Log } from "@/lib/core/ports";
import type { ActorPool } from "./actor-pool";
import type { Slots } from "./slots";

type Dispatcher = {
  /** Claims what is queued, as far as there is room. Calls during a claim lead to one more after it. Never rejects. */
  poll(): Promise<void>;
  /**
   * A run is queued, of which every worker hears. One that has found nothing of late asks a moment later, so that a
   * run does not cost a question of each worker.
   */
  hear(): void;
  stop(): void;
};

type DispatcherOptions = {
  jobs: Pick<Jobs, "claim" | "release">;
  actors: ActorPool;
  slots: Slots;
  runSlots: number;
  /** Whether other workers claim runs too. */
  hasPeers(): boolean;
  clock: Clock;
  log: Log;
};

/** How long a worker that found nothing for what it heard leaves it to others, doubled each time. */
const BACK_OFF_MS = { first: 10, most: 80 } as const;

/**
 * Brings queued runs to this process, each with a slot for its first effect: a run that no slot is free for stays in
 * the queue, where other workers find it (docs/engine.md, "Leases"). While slots are full it stands in their line.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { jobs, actors, slots, runSlots, hasPeers, clock, log } = options;
  const slotUser = slots.join(() => void poll());
  let polling: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let backOffMs = 0;
  let quietUntilMs = 0;
  let waiting = false;

  async function claimAvailable(): Promise<void> {
    do {
      again = false;
      const capacity = stopped ? 0 : runSlots - actors.size();
      // One slot is left to the runs that are held already, so that asking the queue holds none of them up.
      const taken = slotUser.take(Math.max(0, Math.min(capacity, Math.max(1, slots.free() - 1))));
      slotUser.wantMore(capacity > 0 && taken === 0);
      if (taken > 0) again = (await claim(taken)) || again;
    } while (again);
  }

  /** True when there may be more in the queue. */
  async function claim(taken: number): Promise<boolean> {
    let started = 0;
    try {
      const claims = await jobs.claim(taken);
      backOff(claims.length > 0);
      if (claims.length > 0) log.debug({ claimed: claims.map(({ runId }) => runId) }, "Runs were claimed");
      for (const one of claims) {
        if (stopped) await jobs.release(one);
        else {
          actors.start(one);
          started += 1;
        }
      }
      return claims.length === taken;
    } finally {
      slotUser.release(taken - started);
    }
  }

  function backOff(found: boolean): void {
    const { first, most } = BACK_OFF_MS;
    backOffMs = found || !hasPeers() ? 0 : Math.min(most, backOffMs * 2 || first);
    quietUntilMs = clock.monotonicMs() + backOffMs;
  }

  async function hear(): Promise<void> {
    if (waiting) return;
    const quietMs = quietUntilMs - clock.monotonicMs();
    if (quietMs > 0) {
      waiting = true;
      await clock.sleep(quietMs);
      waiting = false;
    }
    await poll();
  }

  function poll(): Promise<void> {
    again = true;
    polling ??= claimAvailable()
      .catch((error: unknown) => log.warn({ err: error }, "No runs could be claimed"))
      .finally(() => {
        polling = undefined;
      });
    return polling;
  }

  return {
    poll,
    hear: () => void hear(),
    stop() {
      stopped = true;
    },
  };
}
