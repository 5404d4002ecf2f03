import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobTransaction } from "@/db/pipeline";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import type { Jobs, LeaseClaim } from "@/lib/core/job-ports";
import { storeValue } from "@/lib/core/stored-value";
import type { Fence } from "@/lib/engine/types";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import {
  createRun,
  openRunStore,
  PERSON,
  type RunStoreProcess,
  startAll,
  submit,
  takeLease,
} from "@/lib/testing/engine/run-store-world";
import { planOf } from "@/lib/testing/runs/run-world";
import { silentLog } from "@/lib/testing/silent-log";

const plan = planOf({ id: "gate", type: "human_review" });

let testDatabase: TestDatabase;
let jobs: Jobs;
let worker: RunStoreProcess;
let web: RunStoreProcess;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  jobs = createPgBossJobs({ url: testDatabase.url, log: silentLog });
  await jobs.start({ supervise: false });
  worker = openRunStore(testDatabase.url, { jobs });
  web = openRunStore(testDatabase.url, { jobs });
});

afterAll(async () => {
  await jobs?.stop();
  await Promise.all([worker?.database.close(), web?.database.close()]);
  await testDatabase?.drop();
});

beforeEach(async () => {
  await web.database.sql`delete from pgboss.job`;
});

async function leased(): Promise<{ runId: string; fence: Fence }> {
  const runId = await createRun(web.runStore, { plan });
  const [claim] = await jobs.claim(1);
  expect(claim?.runId).toBe(runId);
  return { runId, fence: await takeLease(worker.runStore, runId, claim as LeaseClaim) };
}

const marksOf = async (runId: string) => {
  const [row] = await web.database.sql`select parked, wake_at from runs where id = ${runId}`;
  return row;
};

/** A run whose gate waits for a person, still under its lease. */
async function waiting(): Promise<{ runId: string; fence: Fence; approvalId: string }> {
  const { runId, fence } = await leased();
  const options = { fence, followUp: startAll(fence.epoch) };
  const { state } = await worker.runStore.transition(runId, [], options);
  const [key = ""] = Object.keys(state.inFlight);
  const gate = { taskId: "gate", attempt: 1, shown: storeValue("?").stored, digest: "d", prompt: "?" };
  const shown = await worker.runStore.transition(runId, [submit({ type: "gate_shown", key, ...gate })], {
    fence,
  });
  return { runId, fence, approvalId: Object.keys(shown.state.openApprovals)[0] ?? "none" };
}

const approve = (approvalId: string) =>
  submit({ type: "decide_approval", approvalId, verb: "approve", provenance: "person" }, PERSON);

describe("parking", () => {
  test("ends the job and marks the run, when there is nothing to do", async () => {
    const { runId, fence } = await waiting();
    const { parked } = await worker.runStore.transition(runId, [], { fence, park: true });
    expect(parked).toBe(true);
    expect(await marksOf(runId)).toEqual({ parked: true, wake_at: null });
    expect(await jobs.touch([fence.claim])).toEqual([]);
    expect(await jobs.claim(1)).toEqual([]);
  });

  test("does not happen while something is in flight or wanted", async () => {
    const { runId, fence } = await leased();
    expect((await worker.runStore.transition(runId, [], { fence, park: true })).parked).toBe(false);
    await worker.runStore.transition(runId, [], { fence, followUp: startAll(fence.epoch) });
    expect((await worker.runStore.transition(runId, [], { fence, park: true })).parked).toBe(false);
    expect(await marksOf(runId)).toEqual({ parked: false, wake_at: null });
    expect(await jobs.touch([fence.claim])).toEqual([fence.claim]);
  });

  test("keeps the next deadline as the time to wake", async () => {
    const timed = planOf({ id: "gate", type: "human_review", gate: { timeoutSeconds: 3_600 } as never });
    const runId = await createRun(web.runStore, { plan: timed });
    const [claim] = await jobs.claim(1);
    const fence = await takeLease(worker.runStore, runId, claim);
    const { state } = await worker.runStore.transition(runId, [], { fence, followUp: startAll(fence.epoch) });
    const [key = ""] = Object.keys(state.inFlight);
    const gate = { taskId: "gate", attempt: 1, shown: storeValue("?").stored, digest: "d", prompt: "?" };
    const done = await worker.runStore.transition(runId, [submit({ type: "gate_shown", key, ...gate })], {
      fence,
      park: true,
    });
    expect(done.parked).toBe(true);
    const deadlineAt = Object.values(done.state.approvals)[0]?.deadlineAt;
    const [row] = await web.database.sql`select round(date_part('epoch', wake_at) * 1000) as at from runs
      where id = ${runId}`;
    expect(row?.at).toBe(deadlineAt);
  });

  test("with a lease that was lost is refused, and leaves the run as it was", async () => {
    const { runId, fence } = await waiting();
    await jobs.release(fence.claim);
    const parking = worker.runStore.transition(runId, [], { fence, park: true });
    await expect(parking).rejects.toMatchObject({ code: "lease_lost" });
    expect(await marksOf(runId)).toEqual({ parked: false, wake_at: null });
    expect(await jobs.claim(1)).toMatchObject([{ runId }]);
  });
});

test("a job that an ended run still has is ended by the one who claims it, and the log stays as it was", async () => {
  const { runId } = await leased();
  const { state } = await web.runStore.transition(runId, [submit({ type: "cancel" }, PERSON)]);
  await jobs.enqueue(jobTransaction({ sql: web.database.sql }), runId);
  const [claim] = await jobs.claim(1);
  const fence = await takeLease(worker.runStore, runId, claim);
  const ended = await worker.runStore.transition(runId, [], { fence, park: true });
  expect(ended).toMatchObject({ parked: true, state: { seq: state.seq } });
  expect(await jobs.touch([fence.claim])).toEqual([]);
  expect(await jobs.claim(1)).toEqual([]);
});

describe("waking", () => {
  test("a person's command that makes a parked run runnable enqueues its job in the same commit", async () => {
    const { runId, fence, approvalId } = await waiting();
    await worker.runStore.transition(runId, [], { fence, park: true });
    await web.runStore.transition(runId, [approve(approvalId)]);
    expect(await marksOf(runId)).toEqual({ parked: false, wake_at: null });
    expect(await jobs.claim(1)).toMatchObject([{ runId }]);
  });

  test("a command that changes nothing for workers leaves a parked run parked", async () => {
    const { runId, fence } = await waiting();
    await worker.runStore.transition(runId, [], { fence, park: true });
    await web.runStore.transition(runId, [submit({ type: "pause" }, PERSON)]);
    expect(await marksOf(runId)).toMatchObject({ parked: true });
    expect(await jobs.claim(1)).toEqual([]);
  });

  test("an empty transition enqueues what is parked although it is runnable", async () => {
    const runId = await createRun(web.runStore, { plan });
    await web.database.sql`delete from pgboss.job`;
    await web.database.sql`update runs set parked = true where id = ${runId}`;
    await web.runStore.transition(runId, []);
    expect(await jobs.claim(1)).toMatchObject([{ runId }]);
  });

  test("a decision that races with parking is never lost", { timeout: 60_000 }, async () => {
    const orders = { parkedFirst: 0, decidedFirst: 0 };
    for (let round = 0; round < 80; round += 1) {
      const { runId, fence, approvalId } = await waiting();
      const parking = () => worker.runStore.transition(runId, [], { fence, park: true });
      const deciding = () => web.runStore.transition(runId, [approve(approvalId)]);
      const [{ parked }, { replies }] =
        round % 2 ? await Promise.all([parking(), deciding()]) : await reversed(parking, deciding);
      expect(replies).toMatchObject([{ ok: true }]);
      if (parked) {
        orders.parkedFirst += 1;
        expect(await jobs.claim(1)).toMatchObject([{ runId }]);
      } else {
        orders.decidedFirst += 1;
        expect(await jobs.touch([fence.claim])).toEqual([fence.claim]);
        await web.database.sql`delete from pgboss.job`;
      }
      expect(await marksOf(runId)).toEqual({ parked: false, wake_at: null });
      await web.database.sql`delete from pgboss.job`;
    }
    expect(orders.parkedFirst).toBeGreaterThan(0);
    expect(orders.decidedFirst).toBeGreaterThan(0);
  });
});

async function reversed<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const running = second();
  return [await first(), await running];
}
