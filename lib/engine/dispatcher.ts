import type { Jobs } from "@/lib/core/ports";
import type { Fleet } from "./fleet";

export type Dispatcher = {
  /** Claims what is queued, as far as there is room. Calls during a claim lead to one more after it. */
  poll(): Promise<void>;
  stop(): void;
};

/** Brings queued runs to this process. It claims nothing while all its places for runs are taken. */
export function createDispatcher(options: { jobs: Jobs; fleet: Fleet; runSlots: number }): Dispatcher {
  const { jobs, fleet, runSlots } = options;
  let polling: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function claimWhileAny(): Promise<void> {
    do {
      again = false;
      const room = runSlots - fleet.size();
      if (room <= 0 || stopped) return;
      const claims = await jobs.claim(room);
      for (const claim of claims) {
        if (stopped) await jobs.release(claim);
        else fleet.begin(claim);
      }
    } while (again);
  }

  return {
    poll() {
      again = true;
      polling ??= claimWhileAny().finally(() => {
        polling = undefined;
      });
      return polling;
    },
    stop() {
      stopped = true;
    },
  };
}
