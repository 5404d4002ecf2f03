import type { Clock, LeaseClaim } from "@/lib/core/ports";
import type { RunActor } from "./run-actor";

export type Fleet = {
  /** Starts the actor of a claimed run. */
  begin(claim: LeaseClaim): void;
  /** Another process committed to the run: its actor, if it is here, catches up. */
  hint(runId: string, seq: number): void;
  hintAll(): void;
  claims(): LeaseClaim[];
  /** Stops the actors whose claims are not among those still held. */
  keepOnly(asked: LeaseClaim[], held: LeaseClaim[]): void;
  size(): number;
  /** Gives back leases held for longer than this, so that none runs into its job's expiry. */
  handOver(heldForMs: number, graceMs: number): void;
  /** Gives every lease back; resolves when the last actor has ended. */
  drain(graceMs: number): Promise<void>;
};

/** The actors of this process, one for each run it holds. */
export function createFleet(
  clock: Pick<Clock, "monotonicMs">,
  createActor: (claim: LeaseClaim) => RunActor,
  onEnd: () => void,
): Fleet {
  const actors = new Map<string, RunActor>();
  const begunMs = new WeakMap<RunActor, number>();

  function begin(claim: LeaseClaim): void {
    actors.get(claim.runId)?.lose();
    const actor = createActor(claim);
    actors.set(claim.runId, actor);
    begunMs.set(actor, clock.monotonicMs());
    void actor.ended.then(() => {
      if (actors.get(claim.runId) === actor) actors.delete(claim.runId);
      onEnd();
    });
  }

  return {
    begin,
    hint: (runId, seq) => actors.get(runId)?.hint(seq),
    hintAll: () => {
      for (const actor of actors.values()) actor.hint(Number.POSITIVE_INFINITY);
    },
    claims: () => [...actors.values()].map((actor) => actor.claim),
    keepOnly(asked, held) {
      const alive = new Set(held.map(nameOf));
      for (const claim of asked) {
        const actor = actors.get(claim.runId);
        if (actor && nameOf(actor.claim) === nameOf(claim) && !alive.has(nameOf(claim))) actor.lose();
      }
    },
    size: () => actors.size,
    handOver(heldForMs, graceMs) {
      for (const actor of actors.values()) {
        if (clock.monotonicMs() - (begunMs.get(actor) ?? 0) > heldForMs) actor.drain(graceMs);
      }
    },
    async drain(graceMs) {
      const ended = [...actors.values()].map((actor) => {
        actor.drain(graceMs);
        return actor.ended;
      });
      await Promise.all(ended);
    },
  };
}

const nameOf = (claim: LeaseClaim): string => `${claim.jobId}/${claim.retryCount}`;
