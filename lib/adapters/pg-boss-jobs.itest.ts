import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import type { Jobs, JobTransaction, LeaseClaim } from "@/lib/core/job-ports";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { silentLog } from "@/lib/testing/silent-log";

let testDatabase: TestDatabase;
let database: Database;
let one: Jobs;
let other: Jobs;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 4 });
  one = createPgBossJobs({ url: testDatabase.url, log: silentLog });
  other = createPgBossJobs({ url: testDatabase.url, log: silentLog });
  await Promise.all([one.start({ supervise: true }), other.start({ supervise: false })]);
});

afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()]);
  await database?.close();
  await testDatabase?.drop();
});

beforeEach(async () => {
  await database.sql`delete from pgboss.job`;
});

function inTransaction<T>(work: (tx: JobTransaction) => Promise<T>): Promise<T> {
  return database.sql.begin((sql) =>
    work({ executeSql: async (text, values) => ({ rows: await sql.unsafe(text, values as string[]) }) }),
  ) as Promise<T>;
}

const enqueue = (runId: string) => inTransaction((tx) => one.enqueue(tx, runId));

async function claimOne(jobs: Jobs = one): Promise<LeaseClaim> {
  const [claim] = await jobs.claim(1);
  if (!claim) throw new Error("nothing to claim");
  return claim;
}

describe("leases", () => {
  test("a run has one job however often it is enqueued, queued or active", async () => {
    await enqueue("run_1");
    await enqueue("run_1");
    expect(await one.claim(10)).toEqual([{ jobId: expect.any(String), retryCount: 0, runId: "run_1" }]);
    await enqueue("run_1");
    expect(await one.claim(10)).toEqual([]);
  });

  test("a job enqueued in a transaction that is rolled back was never there", async () => {
    const failed = inTransaction(async (tx) => {
      await one.enqueue(tx, "run_1");
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await one.claim(10)).toEqual([]);
  });

  test("of two that claim at once each job goes to one", async () => {
    const runs = Array.from({ length: 20 }, (_, n) => `run_${n}`);
    for (const runId of runs) await enqueue(runId);
    const claims = (await Promise.all([one, other, one, other].map((jobs) => jobs.claim(10)))).flat();
    expect(claims.map((claim) => claim.runId).toSorted()).toEqual(runs.toSorted());
  });

  test("touch tells which claims are still held", async () => {
    await enqueue("run_1");
    await enqueue("run_2");
    const [first, second] = (await one.claim(2)) as [LeaseClaim, LeaseClaim];
    await one.release(first);
    expect(await one.touch([first, second])).toEqual([second]);
    expect(await one.touch([])).toEqual([]);
  });

  test("a released job can be claimed at once, and the old claim is worth nothing", async () => {
    await enqueue("run_1");
    const before = await claimOne();
    await one.release(before);
    const after = await claimOne(other);
    expect(after).toEqual({ ...before, retryCount: before.retryCount + 1 });
    expect(await inTransaction((tx) => one.complete(tx, before))).toBe(false);
    expect(await one.touch([before])).toEqual([]);
    expect(await inTransaction((tx) => other.complete(tx, after))).toBe(true);
    expect(await inTransaction((tx) => other.complete(tx, after))).toBe(false);
  });

  test("a completion that is rolled back leaves the lease as it was", async () => {
    await enqueue("run_1");
    const claim = await claimOne();
    const failed = inTransaction(async (tx) => {
      expect(await one.complete(tx, claim)).toBe(true);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await one.touch([claim])).toEqual([claim]);
  });

  test("a run's job ends by the name of its run, queued or claimed, with the transaction or not at all", async () => {
    for (const runId of ["run_1", "run_2", "run_3"]) await enqueue(runId);
    const claims = await one.claim(2);
    const [ended, kept] = [claims[0] as LeaseClaim, claims[1] as LeaseClaim];
    const failed = inTransaction(async (tx) => {
      await one.end(tx, ended.runId);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await one.touch(claims)).toEqual(claims);
    await inTransaction(async (tx) => {
      await one.end(tx, ended.runId);
      await one.end(tx, "run_3");
      await one.end(tx, "unknown");
    });
    expect(await one.touch(claims)).toEqual([kept]);
    expect(await one.claim(10)).toEqual([]);
  });

  test("a run may be enqueued again in the transaction that ended its lease", async () => {
    await enqueue("run_1");
    const claim = await claimOne();
    await inTransaction(async (tx) => {
      expect(await one.complete(tx, claim)).toBe(true);
      await one.enqueue(tx, "run_1");
    });
    const next = await claimOne();
    expect(next.jobId).not.toBe(claim.jobId);
  });

  test("a job survives a hundred take-overs", async () => {
    await enqueue("run_1");
    for (let n = 0; n < 100; n += 1) await one.release(await claimOne());
    expect((await claimOne()).retryCount).toBe(100);
  });

  test("a lease that is not touched for ten seconds goes to another worker within fifteen", async () => {
    await enqueue("run_lost");
    await enqueue("run_kept");
    const [lost, kept] = (await one.claim(2)) as [LeaseClaim, LeaseClaim];
    const started = performance.now();
    let taken: LeaseClaim[] = [];
    while (taken.length === 0 && performance.now() - started < 16_000) {
      expect(await one.touch([kept])).toEqual([kept]);
      await new Promise((resolve) => setTimeout(resolve, 500));
      taken = await other.claim(2);
    }
    expect(taken).toEqual([{ ...lost, retryCount: 1 }]);
    expect(performance.now() - started).toBeGreaterThan(9_000);
  }, 20_000);
});
