import type { LeaseClaim } from "@/lib/core/job-ports";
import type { Clock } from "@/lib/core/ports";
import type { RunActor } from "../actor/run-actor";

export type ActorPool = {
  /** Starts the actor of a claimed run. */
  start(claim: LeaseClaim): void;
  /** Another process committed to the run: its actor, if it is here, catches up. */
  hint(runId: string, seq: number): void;
  hintAll(): void;
  claims(): LeaseClaim[];
  /** Stops the actors whose claims are not among those still held. */
  loseUnheld(asked: LeaseClaim[], held: LeaseClaim[]): void;
  size(): number;
  /** Gives back leases held for longer than this, so that none runs into its job's expiry. */
  handOver(heldForMs: number, graceMs: number): void;
  /** Gives every lease back; resolves when the last actor has ended. */
  drain(graceMs: number): Promise<void>;
};

/** The actors of this process, one for each run it holds. */
export function createActorPool(
  clock: Pick<Clock, "monotonicMs">,
  createActor: (claim: LeaseClaim) => RunActor,
  onEnd: () => void,
): ActorPool {
  const actors = new Map<string, RunActor>();
  const startedMs = new WeakMap<RunActor, number>();

  function start(claim: LeaseClaim): void {
    actors.get(claim.runId)?.lose();
    const actor = createActor(claim);
    actors.set(claim.runId, actor);
    startedMs.set(actor, clock.monotonicMs());
    void actor.ended.then(() => {
      if (actors.get(claim.runId) === actor) actors.delete(claim.runId);
      onEnd();
    });
  }

  return {
    start,
    hint: (runId, seq) => actors.get(runId)?.hint(seq),
    hintAll: () => {
      for (const actor of actors.values()) actor.hint(Number.POSITIVE_INFINITY);
    },
    claims: () => [...actors.values()].map((actor) => actor.claim),
    loseUnheld(asked, held) {
      const alive = new Set(held.map(claimKey));
      for (const claim of asked) {
        const actor = actors.get(claim.runId);
        if (actor && claimKey(actor.claim) === claimKey(claim) && !alive.has(claimKey(claim))) actor.lose();
      }
    },
    size: () => actors.size,
    handOver(heldForMs, graceMs) {
      for (const actor of actors.values()) {
        if (clock.monotonicMs() - (startedMs.get(actor) ?? 0) > heldForMs) actor.drain(graceMs);
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

const claimKey = (claim: LeaseClaim): string => `${claim.jobId}/${claim.retryCount}`;
