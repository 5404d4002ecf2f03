import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import type { Jobs, LeaseClaim } from "@/lib/core/job-ports";
import type { RunState } from "@/lib/core/run";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { type Deferred, deferred } from "@/lib/testing/deferred";
import { type EngineOptions, startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";

let testDatabase: TestDatabase;
let database: Database;
let jobs: Jobs;
/** Asks and looks; others do the work. */
let desk: TestEngine;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 3 });
  jobs = createPgBossJobs({ url: testDatabase.url, log: silentLog });
  await jobs.start({ supervise: false });
  desk = await startEngine({
    databaseUrl: testDatabase.url,
    model: createScriptedModel(() => ""),
    worker: false,
  });
});

afterAll(async () => {
  await desk?.stop();
  await jobs?.stop();
  await database?.close();
  await testDatabase?.drop();
});

const worker = (script: Script, more: Partial<EngineOptions> = {}) =>
  startEngine({ databaseUrl: testDatabase.url, model: createScriptedModel(script), ...more });

const chain = {
  title: "Chain",
  tasks: [
    { id: "a", title: "First", input: "do first" },
    { id: "b", title: "Second", input: "do second", dependsOn: ["a"] },
  ],
};
const ended = (runId: string) => desk.waitFor(runId, (state) => state.finished !== undefined);
const onRun = (mission: string, prompt: string) => prompt.includes(mission);

async function claimOf(runId: string): Promise<LeaseClaim> {
  const [row] = await database.sql<{ id: string; retries: number }[]>`
    select id, retry_count as retries from pgboss.job where singleton_key = ${runId} and state = 'active'`;
  return { jobId: row?.id ?? "none", retryCount: row?.retries ?? -1, runId };
}

/** The claim goes back to the queue while its worker is still at it: what a lost heartbeat comes to, at once. */
async function tear(runId: string): Promise<void> {
  await jobs.release(await claimOf(runId));
  await database.sql`select pg_notify('waymark_jobs', '')`;
}

async function successes(runId: string): Promise<string[]> {
  const events = await desk.events(runId);
  return events.flatMap((event) => (event.type === "task_succeeded" ? event.payload.taskId : []));
}

test("five take-overs in a row that lead nowhere open an engine_fault gate; retry continues", async () => {
  let stuck = true;
  let asked = deferred();
  const engine = await worker(async ({ prompt }, { signal }) => {
    if (!stuck || !onRun("STUCK", prompt)) return "done";
    asked.resolve();
    return await new Promise((resolve) => signal.addEventListener("abort", () => resolve("aborted")));
  });
  const runId = await engine.createRun({ mission: "STUCK", plan: chain });
  for (let n = 0; n < 5; n += 1) {
    await asked.promise;
    asked = deferred();
    await tear(runId);
  }
  const waiting = await desk.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  const [gate] = Object.values(waiting.approvals);
  expect(gate).toMatchObject({ kind: "engine_fault", verbs: ["retry", "abort"] });
  expect(waiting.epoch).toBe(6);
  stuck = false;
  await engine.decide(runId, "retry");
  expect((await ended(runId)).finished?.reason).toBe("answer_complete");
  expect(await successes(runId)).toEqual(["a", "b"]);
  await engine.stop();
});

test("take-overs between which something happened are none in a row", async () => {
  const tasks = Array.from({ length: 7 }, (_, n) => ({
    id: `t${n}`,
    title: `T${n}`,
    input: `step ${n}`,
    dependsOn: n === 0 ? [] : [`t${n - 1}`],
  }));
  const turns = tasks.map(() => ({ asked: deferred(), go: deferred() }));
  let torn = 0;
  const engine = await worker(async ({ prompt }) => {
    const turn = turns[Number(/step (\d)/.exec(prompt)?.[1] ?? -1)];
    turn?.asked.resolve();
    await turn?.go.promise;
    return "done";
  });
  const runId = await engine.createRun({ mission: "MOVES", plan: { title: "Moves", tasks } });
  for (const { asked, go } of turns) {
    await asked.promise;
    await tear(runId);
    torn += 1;
    await desk.waitFor(runId, (state) => state.epoch === torn + 1);
    go.resolve();
  }
  const state = await ended(runId);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.epoch).toBe(turns.length + 1);
  expect(Object.keys(state.approvals)).toEqual([]);
  await engine.stop();
});

test("a second worker that boots while the first is busy leaves its run alone: one execution", async () => {
  const held: Deferred<void> = deferred();
  const asked = deferred();
  const [byFirst, bySecond]: string[][] = [[], []];
  const first = await worker(async ({ role, prompt }) => {
    byFirst?.push(role ?? "");
    if (!onRun("BUSY", prompt)) return "done";
    asked.resolve();
    await held.promise;
    return "done";
  });
  const runId = await first.createRun({ mission: "BUSY", plan: chain });
  await asked.promise;
  const second = await worker(({ role }) => {
    bySecond?.push(role ?? "");
    return "done";
  });
  await ended(await second.createRun({ mission: "OTHER", plan: chain }));
  held.resolve();
  const state = await ended(runId);
  expect(state.epoch).toBe(1);
  expect(await successes(runId)).toEqual(["a", "b"]);
  expect(state.counters.attempts).toBe(2);
  expect((byFirst?.length ?? 0) + (bySecond?.length ?? 0)).toBe(6);
  await Promise.all([first.stop(), second.stop()]);
});

test("the same run claimed twice at once: the later lease works, the earlier commits nothing", async () => {
  const go = deferred();
  const asked = [deferred(), deferred()];
  let n = 0;
  const script: Script = async ({ prompt }) => {
    if (!onRun("TWICE", prompt) || !prompt.includes("do first")) return "done";
    const mine = n;
    n += 1;
    asked[mine]?.resolve();
    await go.promise;
    return `by claim ${mine + 1}`;
  };
  const engines = [await worker(script, { worker: { runSlots: 1 } })];
  const runId = await desk.createRun({ mission: "TWICE", plan: chain });
  await asked[0]?.promise;
  // A second job for the same run, which the queue itself would never take.
  await database.sql`insert into pgboss.job (name, data, retry_limit, heartbeat_seconds)
    values ('runs', ${JSON.stringify({ runId })}::text::jsonb, 1000, 10)`;
  engines.push(await worker(script, { worker: { runSlots: 1 } }));
  await asked[1]?.promise;
  go.resolve();
  const state = await ended(runId);
  expect(n).toBe(2);
  expect(state.epoch).toBeGreaterThanOrEqual(2);
  expect(state.tasks.a?.result).toMatchObject({ inline: "by claim 2" });
  expect(await successes(runId)).toEqual(["a", "b"]);
  expect(state.counters.attempts).toBe(2);
  await Promise.all(engines.map((engine) => engine.stop()));
});

test("a lease is handed over before its job expires, when what runs has ended; nothing runs twice", async () => {
  const calls: string[] = [];
  const engine = await worker(
    async ({ prompt }) => {
      calls.push(/do (first|second)/.exec(prompt)?.[1] ?? "answer");
      // Long enough for the heartbeat to find the lease too old while this call is under way.
      if (calls.length === 1) await grownOld();
      return "done";
    },
    { worker: { heartbeatMs: 20, maxLeaseMs: 100, handOverGraceMs: 60_000 } },
  );
  const runId = await engine.createRun({ mission: "OLD LEASE", plan: chain });
  const state: Readonly<RunState> = await ended(runId);
  expect(state.epoch).toBeGreaterThan(1);
  expect(calls).toEqual(["first", "second", "answer"]);
  expect(await successes(runId)).toEqual(["a", "b"]);
  expect(state.counters.attempts).toBe(2);
  await engine.stop();
});

/** Resolves when the claim is older than any lease of that test may be. */
async function grownOld(): Promise<void> {
  await database.sql`select pg_sleep(0.4)`;
}
