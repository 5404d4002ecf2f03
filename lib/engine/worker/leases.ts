import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Jobs, LeaseClaim } from "@/lib/core/job-ports";
import type { CancelSignal, Clock } from "@/lib/core/ports";

/** What this process knows of one run's lease. */
export type Lease = {
  /**
   * Resolves while the lease is certainly held, after renewing it where it may have run out; waits for a store that is
   * away. Throws `lease_lost` when another may have it, or when the signal fires.
   */
  confirm(signal: CancelSignal): Promise<void>;
  /** Whether nobody else can have it at this moment. */
  isHeld(): boolean;
};

type Leases = {
  claim(limit: number): Promise<LeaseClaim[]>;
  /** Renews leases; returns the claims that are still held. */
  touch(claims: LeaseClaim[]): Promise<LeaseClaim[]>;
  leaseOf(claim: LeaseClaim): Lease;
};

type LeasesDeps = {
  jobs: Pick<Jobs, "claim" | "touch" | "leaseMs">;
  clock: Clock;
};

/** By how much sooner than the store a process counts a lease as run out. */
const MARGIN_MS = 2_000;
const RETRY_DELAY_MS = 250;

/**
 * Until when this process holds its leases: from when the last request that confirmed one was **sent**, by the clock that
 * nobody sets and by the wall clock, since the first stands still while the machine sleeps (docs/engine.md, "Leases").
 */
export function createLeases({ jobs, clock }: LeasesDeps): Leases {
  const confirmedAt = new WeakMap<LeaseClaim, Moment>();
  const now = (): Moment => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() });

  async function confirmAll(request: () => Promise<LeaseClaim[]>): Promise<LeaseClaim[]> {
    const sentAt = now();
    const held = await request();
    for (const claim of held) confirmedAt.set(claim, sentAt);
    return held;
  }

  function isHeld(claim: LeaseClaim): boolean {
    const since = confirmedAt.get(claim);
    if (!since) return false;
    const { monotonicMs, wallMs } = now();
    const elapsed = [monotonicMs - since.monotonicMs, wallMs - since.wallMs];
    return elapsed.every((elapsedMs) => elapsedMs >= 0 && elapsedMs < jobs.leaseMs - MARGIN_MS);
  }

  async function confirm(claim: LeaseClaim, signal: CancelSignal): Promise<void> {
    while (!isHeld(claim)) {
      if (signal.aborted) throw leaseLost();
      const held = await touch([claim]).catch(() => undefined);
      if (held?.length === 0) throw leaseLost();
      if (!held) await clock.sleep(RETRY_DELAY_MS, signal);
    }
  }

  const touch = (claims: LeaseClaim[]) => confirmAll(() => jobs.touch(claims));

  return {
    claim: (limit) => confirmAll(() => jobs.claim(limit)),
    touch,
    leaseOf: (claim) => ({ isHeld: () => isHeld(claim), confirm: (signal) => confirm(claim, signal) }),
  };
}

type Moment = { monotonicMs: number; wallMs: number };

const leaseLost = () =>
  new DomainFailure(domainError("lease_lost", "Another worker may already hold this run."));
