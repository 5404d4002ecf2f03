import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { localPerson as actor } from "@/lib/auth/actor";
import { createRunStore } from "@/lib/engine/run-store";
import { setAside } from "@/lib/engine/run-store/set-aside";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createQuietJobs } from "@/lib/testing/engine/run-store-world";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";

let testDatabase: TestDatabase;
let database: Database;
let engine: TestEngine;
/** Errors that the processes told of runs. */
const reported: { runId: string; message: string }[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 4 });
  const error = (fields: object, message: string) =>
    void reported.push({ runId: "runId" in fields ? String(fields.runId) : "", message });
  const model = createScriptedModel(() => "done");
  engine = await startEngine({ databaseUrl: testDatabase.url, model, log: { ...silentLog, error } });
});

afterAll(async () => {
  await engine?.stop();
  await database?.close();
  await testDatabase?.drop();
});

const plan = {
  title: "One",
  tasks: [
    { id: "gate", title: "Ask", type: "human_review" },
    { id: "a", title: "Do", input: "go", dependsOn: ["gate"] },
  ],
};

const rowOf = async (runId: string) => {
  const [row] = await database.sql<
    { parked: boolean; failure: { code: string; message: string } | null; waits: boolean; jobs: number }[]
  >`select parked, failure, wake_at > clock_timestamp() + interval '30 seconds' as waits,
      (select count(*)::int from pgboss.job where singleton_key = ${runId} and state < 'completed') as jobs
    from runs where id = ${runId}`;
  return row;
};

const runFailures = async () => (await engine.services.runs.stalled({ actor, input: {} })).items;

/** A newer version wrote the next event of the run, which no worker holds; `due`: and left it for the next sweep. */
async function writtenByTheFuture(runId: string, { due }: { due: boolean }): Promise<void> {
  const { sql } = database;
  await until(async () => (await rowOf(runId))?.jobs === 0);
  await sql`insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, plan_version, payload)
    select id, seq + 1, workspace_id, 'from_the_future', 9, clock_timestamp(), '{"kind":"system"}', 'tick', 1, '{}'
    from runs where id = ${runId}`;
  await sql`update runs set seq = seq + 1, parked = true,
    wake_at = case when ${due}::boolean then clock_timestamp() end where id = ${runId}`;
}

test("a run whose events are newer than the code is left alone, tells why, and holds nobody up", async () => {
  const newer = await engine.createRun({ mission: "From tomorrow", plan });
  await engine.waitFor(newer, (state) => Object.keys(state.openApprovals).length > 0);
  await writtenByTheFuture(newer, { due: true });
  // A second one is due behind it: the sweep has to get past the first.
  const due = await engine.createRun({
    mission: "Due",
    plan: {
      title: "Due",
      tasks: [{ id: "g", title: "Ask", type: "human_review", gate: { timeoutSeconds: 1 } }],
    },
    settings: { replanOnFailure: false },
  });
  await engine.waitFor(due, (state) => state.finished !== undefined);

  const { runs } = engine.services;
  await expect(runs.get({ actor, input: { runId: newer } })).rejects.toMatchObject({ code: "unsupported" });
  const row = await rowOf(newer);
  expect(row).toMatchObject({ parked: true, waits: true, jobs: 0, failure: { code: "unsupported" } });
  expect(row?.failure?.message).toMatch(/another version/);
  expect(await runFailures()).toMatchObject([{ runId: newer, title: "One", code: "unsupported" }]);

  await database.sql`delete from run_events where run_id = ${newer} and type = 'from_the_future'`;
  await database.sql`update runs set seq = seq - 1, wake_at = clock_timestamp() where id = ${newer}`;
  await engine.decide(newer, "approve");
  const state = await engine.waitFor(newer, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(await rowOf(newer)).toMatchObject({ failure: null });
  expect(await runFailures()).toEqual([]);
});

test("claimed by a worker, it is put aside at once instead of being claimed again and again", async () => {
  const newer = await engine.createRun({ mission: "Claimed", plan });
  await engine.waitFor(newer, (state) => Object.keys(state.openApprovals).length > 0);
  await writtenByTheFuture(newer, { due: false });
  const { sql } = database;
  await sql`insert into pgboss.job (name, data, singleton_key, retry_limit, policy)
    values ('runs', ${`{"runId":"${newer}"}`}::text::jsonb, ${newer}, 1000, 'exclusive')`;
  await sql`select pg_notify('waymark_jobs', '')`;
  await until(async () => (await rowOf(newer))?.failure?.code === "unsupported");
  expect(await rowOf(newer)).toMatchObject({ parked: true, waits: true, jobs: 0 });
  expect(reported.filter(({ runId }) => runId === newer)).toHaveLength(1);
});

/** Looks again whenever the database has been asked: for what no notification tells. */
async function until(fits: () => Promise<boolean>): Promise<void> {
  while (!(await fits())) await database.sql`select pg_sleep(0.02)`;
}

test("a run whose log is damaged is given up, and listed", async () => {
  const runId = await engine.createRun({ mission: "Damaged", plan });
  await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  const { sql } = database;
  await until(async () => (await rowOf(runId))?.parked === true);
  await sql`delete from run_events where run_id = ${runId} and type = 'task_started'`;
  // A process that has not seen the run before.
  const jobs = createQuietJobs();
  const runStore = createRunStore({ sql, jobs, log: silentLog, notify: () => {} });
  await expect(runStore.peek(runId)).rejects.toMatchObject({ code: "internal" });
  await expect(runStore.transition(runId, [])).rejects.toMatchObject({ code: "internal" });
  expect(await runFailures()).toContainEqual(expect.objectContaining({ runId, code: "internal" }));
  const [row] = await sql`select status, finish_reason as reason from runs where id = ${runId}`;
  expect(row).toEqual({ status: "failed", reason: "engine_fault" });
});

test("a job without a run ends", async () => {
  const { sql } = database;
  await sql`insert into pgboss.job (name, data, singleton_key, retry_limit, policy)
    values ('runs', '{"runId":"run_gone"}'::jsonb, 'run_gone', 1000, 'exclusive')`;
  await sql`select pg_notify('waymark_jobs', '')`;
  await until(async () => {
    const [row] = await sql<{ state: string }[]>`
      select state::text from pgboss.job where singleton_key = 'run_gone'`;
    return row?.state === "completed";
  });
  expect(reported.filter(({ runId }) => runId === "run_gone")).toHaveLength(1);
});

test("the one who has lost the claim puts nothing aside", async () => {
  const runId = await engine.createRun({ mission: "Kept", plan });
  await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  const jobs = { ...createQuietJobs(), complete: async () => false };
  const why = { code: "unsupported", message: "too new" } as const;
  await setAside({ sql: database.sql, jobs }, runId, why, { jobId: "j", retryCount: 0, runId });
  expect(await rowOf(runId)).toMatchObject({ failure: null });
});
