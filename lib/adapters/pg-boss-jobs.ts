import { PgBoss } from "pg-boss";
import type { Jobs, JobTransaction, KeyedJobs } from "@/lib/core/job-ports";
import type { DeliveryJobs } from "@/lib/core/message-ports";
import type { Log } from "@/lib/core/ports";

const QUEUE = "runs";
const PURGES = "purges";
const REPLAYS = "replays";
const DELIVERIES = "deliveries";
const NO_JOB = { id: "00000000-0000-0000-0000-000000000000", retryCount: 0 };

/** At most one queued or active job for a key; every re-claim counts as a retry, so retries never run out. */
const QUEUE_OPTIONS = {
  retryLimit: 2_000_000_000,
  retryDelay: 0,
  heartbeatSeconds: 10,
  expireInSeconds: 86_400,
  retentionSeconds: 315_360_000,
  deleteAfterSeconds: 3_600,
} as const;
/** A try takes ten seconds at most; a worker that has not ended one by then was lost. Nothing renews these claims. */
const { heartbeatSeconds: _, ...UNRENEWED } = QUEUE_OPTIONS;
const DELIVERY_OPTIONS = { ...UNRENEWED, expireInSeconds: 30 } as const;
/** Messages to one channel that are tried at the same time, by all workers together. */
const TRIES_OF_CHANNEL = 3;
// Each second one worker looks for lost leases; should that one die, another does so within the next.
const SUPERVISION = {
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  maintenanceIntervalSeconds: 600,
  reindex: false,
  monitorVacuum: false,
} as const;

/** pg-boss ends jobs by their ids alone, and a claim that has just been put back has its row written again. */
const END_JOB = "delete from pgboss.job where name = $1 and singleton_key = $2 and state < 'completed'";

type RunJob = { runId: string };
type KeyedJob = { key: string };
type DeliveryJob = { deliveryId: string };
/** What pg-boss answers to complete, fail and touch; its types leave it open. */
type Settlement = { affected: number; settled?: string[] };

/**
 * Leases on runs as pg-boss jobs, one for each runnable run (docs/engine.md, "Leases"). pg-boss has a small pool of
 * its own; `enqueue`, `complete` and `end` run on the transaction they are given.
 */
export function createPgBossJobs(options: {
  url: string;
  log: Log;
  maxConnections?: number;
}): Jobs & { purges: KeyedJobs; replays: KeyedJobs; deliveries: DeliveryJobs } {
  const { url, log, maxConnections = 1 } = options;
  let started: PgBoss | undefined;

  const boss = (): PgBoss => {
    if (!started) throw new Error("The jobs port is used before it was started");
    return started;
  };

  return {
    leaseMs: QUEUE_OPTIONS.heartbeatSeconds * 1_000,
    async start({ supervise }) {
      const next = new PgBoss({
        connectionString: url,
        application_name: "waymark jobs",
        max: maxConnections,
        schedule: false,
        // It is there: who migrates makes it, and the role of this process may make none.
        createSchema: false,
        supervise,
        ...SUPERVISION,
      });
      next.on("error", (err) => log.warn({ err }, "pg-boss met an error"));
      next.on("warning", ({ message, data }) => log.warn({ data }, message));
      await next.start();
      await next.createQueue(QUEUE, { policy: "exclusive", ...QUEUE_OPTIONS });
      await next.updateQueue(QUEUE, QUEUE_OPTIONS);
      // Reads the queue's settings now: later calls inside a transaction must not wait for another connection.
      await next.touch(QUEUE, NO_JOB);
      await next.createQueue(REPLAYS, { policy: "exclusive", ...QUEUE_OPTIONS });
      await next.createQueue(DELIVERIES, { policy: "standard", ...DELIVERY_OPTIONS });
      await next.touch(DELIVERIES, NO_JOB);
      // Only workers remove anything.
      if (supervise) await next.createQueue(PURGES, { policy: "exclusive", ...QUEUE_OPTIONS });
      started = next;
    },
    async stop() {
      await started?.stop({ graceful: false });
      started = undefined;
    },
    async enqueue(tx, runId) {
      await boss().send(QUEUE, { runId } satisfies RunJob, { singletonKey: runId, db: databaseOf(tx) });
    },
    async claim(limit) {
      const jobs = await boss().fetch<RunJob>(QUEUE, { batchSize: limit });
      return jobs.map(({ id, retryCount, data }) => ({ jobId: id, retryCount, runId: data.runId }));
    },
    async touch(claims) {
      if (claims.length === 0) return [];
      const { settled = [] } = (await boss().touch(QUEUE, claims.map(attemptOf))) as Settlement;
      const held = new Set(settled);
      return claims.filter(({ jobId }) => held.has(jobId));
    },
    async complete(tx, claim) {
      const done = await boss().complete(QUEUE, attemptOf(claim), null, { db: databaseOf(tx) });
      return (done as Settlement).affected === 1;
    },
    async end(tx, runId) {
      await tx.executeSql(END_JOB, [QUEUE, runId]);
    },
    async release(claim) {
      // A failure with retries left is a job that can be fetched again at once.
      await boss().fail(QUEUE, attemptOf(claim), null);
    },
    purges: keyedJobs(boss, PURGES),
    replays: keyedJobs(boss, REPLAYS),
    deliveries: deliveryJobs(boss),
  };
}

/** A message may have a job that is to be claimed later beside the one that is being ended: there is no key. */
const deliveryJobs = (boss: () => PgBoss): DeliveryJobs => ({
  async enqueue(tx, deliveries) {
    if (deliveries.length === 0) return;
    const jobs = deliveries.map(({ id, channelId, afterMs = 0 }) => ({
      data: { deliveryId: id } satisfies DeliveryJob,
      group: { id: channelId },
      startAfter: Math.ceil(afterMs / 1_000),
    }));
    await boss().insert(DELIVERIES, jobs, { db: databaseOf(tx), returnId: false });
  },
  async claim(limit) {
    const options = { batchSize: limit, groupConcurrency: TRIES_OF_CHANNEL };
    const jobs = await boss().fetch<DeliveryJob>(DELIVERIES, options);
    return jobs.map(({ id, retryCount, data }) => ({ jobId: id, retryCount, deliveryId: data.deliveryId }));
  },
  async complete(tx, claim) {
    const done = await boss().complete(DELIVERIES, attemptOf(claim), null, { db: databaseOf(tx) });
    return (done as Settlement).affected === 1;
  },
});

/** Jobs of a queue beside that of runs: they hold no run's lease. */
const keyedJobs = (boss: () => PgBoss, queue: string): KeyedJobs => ({
  async enqueue(key) {
    await boss().send(queue, { key } satisfies KeyedJob, { singletonKey: key });
  },
  async claim() {
    const [job] = await boss().fetch<KeyedJob>(queue, { batchSize: 1 });
    return job && { jobId: job.id, retryCount: job.retryCount, key: job.data.key };
  },
  async touch(claim) {
    const { settled = [] } = (await boss().touch(queue, [attemptOf(claim)])) as Settlement;
    return settled.includes(claim.jobId);
  },
  async complete(claim) {
    await boss().complete(queue, attemptOf(claim), null);
  },
  async release(claim) {
    await boss().fail(queue, attemptOf(claim), null);
  },
});

type Claim = { jobId: string; retryCount: number };
const attemptOf = ({ jobId, retryCount }: Claim) => ({ id: jobId, retryCount });

function databaseOf(tx: JobTransaction) {
  return {
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: [...(await tx.executeSql(text, values)).rows],
    }),
  };
}
