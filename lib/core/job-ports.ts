/** What the engine needs to hand work to workers, beside the ports of `ports.ts`: a job is a lease on a run. */

/** The store transaction a job change joins. */
export interface JobTransaction {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A claimed lease. `retryCount` tells this claim from a later one of the same job. */
export type LeaseClaim = { jobId: string; retryCount: number; runId: string };

export interface Jobs {
  /** How long a claim stays with its worker after it was renewed last, at least. */
  readonly leaseMs: number;
  /** Prepares storage and starts supervision (expired heartbeats are put back in the queue). */
  start(options: { supervise: boolean }): Promise<void>;
  stop(): Promise<void>;
  /** Makes sure that one job for the run is queued or active; does nothing when there is one. */
  enqueue(tx: JobTransaction, runId: string): Promise<void>;
  /** Claims up to `limit` queued runs. */
  claim(limit: number): Promise<LeaseClaim[]>;
  /** Renews heartbeats; returns the claims that are still held. */
  touch(claims: LeaseClaim[]): Promise<LeaseClaim[]>;
  /** Ends the lease inside the transaction; false when the claim was lost in the meantime. */
  complete(tx: JobTransaction, claim: LeaseClaim): Promise<boolean>;
  /** Ends the run's job inside the transaction, no matter who holds it; does nothing when there is none. */
  end(tx: JobTransaction, runId: string): Promise<void>;
  /** Gives an unfinished lease back for another worker, at once. */
  release(claim: LeaseClaim): Promise<void>;
}

/** A claimed job; `key` says of what: a workspace to look through for old data, a replay. */
export type KeyedClaim = { jobId: string; retryCount: number; key: string };

/** Jobs of a queue of their own, which hold no run: one for each key, no matter how often it is asked for. */
export interface KeyedJobs {
  /** Makes sure that one job for the key is queued or active. */
  enqueue(key: string): Promise<void>;
  claim(): Promise<KeyedClaim | undefined>;
  /** Renews the heartbeat; false when the claim was lost to another worker. */
  touch(claim: KeyedClaim): Promise<boolean>;
  complete(claim: KeyedClaim): Promise<void>;
  /** Gives an unfinished job back for another worker, at once. */
  release(claim: KeyedClaim): Promise<void>;
}
