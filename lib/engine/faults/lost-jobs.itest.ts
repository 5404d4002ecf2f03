import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import type { Jobs } from "@/lib/core/job-ports";
import { storeValue } from "@/lib/core/stored-value";
import { requeueStalledRuns, wakeDueRuns } from "@/lib/engine/worker/sweeper";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import {
  createRun,
  openRunStore,
  type RunStoreProcess,
  startAll,
  submit,
  takeLease,
} from "@/lib/testing/engine/run-store-world";
import { planOf } from "@/lib/testing/runs/run-world";
import { silentLog } from "@/lib/testing/silent-log";

let testDatabase: TestDatabase;
let database: Database;
let jobs: Jobs;
let desk: RunStoreProcess;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 3 });
  jobs = createPgBossJobs({ url: testDatabase.url, log: silentLog });
  await jobs.start({ supervise: false });
  desk = openRunStore(testDatabase.url, { jobs });
});

afterAll(async () => {
  await jobs?.stop();
  await desk?.database.close();
  await database?.close();
  await testDatabase?.drop();
});

const jobsOf = async (runId: string): Promise<number> => {
  const [row] = await database.sql<{ jobs: number }[]>`select count(*)::int as jobs from pgboss.job
    where singleton_key = ${runId} and state < 'completed'`;
  return row?.jobs ?? 0;
};

const silentSince = (runId: string, seconds: number) => database.sql`
  update runs set updated_at = clock_timestamp() - ${seconds}::float8 * interval '1 second' where id = ${runId}`;

test("a runnable run whose job was lost is enqueued again, once, and one that has a job is left alone", async () => {
  const [lost, held] = await Promise.all(
    [1, 2].map(() => createRun(desk.runStore, { plan: planOf({ id: "a" }) })),
  );
  if (!lost || !held) throw new Error("no runs");
  await database.sql`delete from pgboss.job where singleton_key = ${lost}`;
  expect([await jobsOf(lost), await jobsOf(held)]).toEqual([0, 1]);

  await requeueStalledRuns({ sql: database.sql, jobs });
  // Too early to say that it is lost.
  expect(await jobsOf(lost)).toBe(0);
  for (const runId of [lost, held]) await silentSince(runId, 20);
  await Promise.all([1, 2, 3].map(() => requeueStalledRuns({ sql: database.sql, jobs })));
  expect([await jobsOf(lost), await jobsOf(held)]).toEqual([1, 1]);
});

test("timers that fell due while nobody swept happen at once, in their order, no matter who sweeps first", async () => {
  const timed = (id: string, timeoutSeconds: number) => ({
    id,
    type: "human_review" as const,
    gate: { prompt: "May it?", timeoutSeconds, onTimeout: "approve" as const },
  });
  const plan = planOf(timed("late", 300), timed("early", 100));
  const runId = await createRun(desk.runStore, { plan });
  await database.sql`delete from pgboss.job where singleton_key = ${runId}`;
  await openGates(runId);
  const state = structuredClone(await desk.runStore.peek(runId));
  expect(Object.keys(state?.openApprovals ?? {})).toHaveLength(2);
  // Ten minutes pass: everything of the run lies so much further back.
  await database.sql`update run_events set at = at - interval '10 minutes',
    payload = case when payload -> 'deadlineAt' is null then payload
      else jsonb_set(payload::jsonb, '{deadlineAt}', to_jsonb((payload ->> 'deadlineAt')::float8 - 600000))::json end
    where run_id = ${runId}`;
  await database.sql`update runs set parked = true, wake_at = clock_timestamp() where id = ${runId}`;
  const sweepers = [openRunStore(testDatabase.url, { jobs }), openRunStore(testDatabase.url, { jobs })];
  await Promise.all(
    sweepers.map(({ runStore }) => wakeDueRuns({ sql: database.sql, runStore, jobs, log: silentLog })),
  );
  const expired = await database.sql<{ id: string }[]>`
    select payload ->> 'approvalId' as id from run_events where run_id = ${runId} and type = 'approval_expired'
    order by seq`;
  const opened = Object.values(state?.approvals ?? {});
  const idOf = (taskId: string) => opened.find((one) => one.taskId === taskId)?.approvalId;
  expect(expired.map(({ id }) => id)).toEqual([idOf("early"), idOf("late")]);
  // It can end now, for which it needs a worker.
  expect(await jobsOf(runId)).toBe(1);
  await Promise.all(sweepers.map((sweeper) => sweeper.database.close()));
});

/** Shows what the gates ask, as a worker does. */
async function openGates(runId: string): Promise<void> {
  const fence = await takeLease(desk.runStore, runId);
  const options = { fence, followUp: startAll(fence.epoch) };
  const { state } = await desk.runStore.transition(runId, [], options);
  for (const [key, { taskId = "" }] of Object.entries(state.inFlight)) {
    const gate = { taskId, attempt: 1, shown: storeValue("?").stored, digest: "d", prompt: "?" };
    await desk.runStore.transition(runId, [submit({ type: "gate_shown", key, ...gate })], { fence });
  }
}
