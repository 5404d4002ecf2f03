import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { openPipeline } from "@/db/pipeline";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { expectDoneOnce, TWO_TASKS } from "@/lib/testing/faults/two-tasks";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";

let testDatabase: TestDatabase;
let database: Database;
let engine: TestEngine;
/** Codes of the commits that failed and were tried again. */
let failed: string[] = [];
/** The first task of each run answers when the test lets it. */
let asked = deferred();
let go = deferred();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const setUp = openDatabase(testDatabase.url, { max: 1 });
  // Long enough for a test to close the circle before the server looks for one.
  await setUp.sql.unsafe(
    `alter database ${new URL(testDatabase.url).pathname.slice(1)} set deadlock_timeout = '3s'`,
  );
  await setUp.close();
  database = openDatabase(testDatabase.url, { max: 4 });
  const model = createScriptedModel(async ({ prompt }) => {
    if (!prompt.includes("do first")) return "done";
    asked.resolve();
    await go.promise;
    return "done";
  });
  const warn = (fields: object, message: string) => {
    if (message.startsWith("A commit failed") && "err" in fields) failed.push(codeOf(fields.err));
  };
  engine = await startEngine({ databaseUrl: testDatabase.url, model, log: { ...silentLog, warn } });
});

beforeEach(() => {
  failed = [];
  asked = deferred();
  go = deferred();
});

afterAll(async () => {
  await engine?.stop();
  await database?.close();
  await testDatabase?.drop();
});

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** A run whose first task is about to end. */
async function begun(mission: string): Promise<string> {
  const runId = await engine.createRun({ mission, plan: TWO_TASKS });
  await asked.promise;
  return runId;
}

/** Resolves with the backend of the run store, as soon as it waits for a lock that the test holds. */
async function waitingBackend(): Promise<number> {
  for (;;) {
    const [row] = await database.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and application_name = 'waymark worker' and state = 'active' limit 1`;
    if (row) return row.pid;
    await database.sql`select pg_sleep(0.02)`;
  }
}

test("a commit that the server breaks off for a serialization failure is tried again", async () => {
  const { sql } = database;
  await sql.unsafe(`create sequence strikes;
    create function strike() returns trigger language plpgsql as $$
    begin
      if nextval('strikes') <= 2 then raise exception 'try again' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger strike before insert on run_events for each row
      when (new.type = 'task_succeeded') execute function strike()`);
  const runId = await begun("SERIALIZE");
  go.resolve();
  expect(await expectDoneOnce(engine, runId)).toBe(1);
  expect(failed).toEqual(["40001", "40001"]);
  await sql.unsafe("drop trigger strike on run_events");
});

test("a commit that a deadlock with another transaction breaks off is tried again", async () => {
  const runId = await begun("DEADLOCK");
  const rival = await openPipeline(database.sql);
  // The other one of the two gives in.
  await rival.send([rival.sql`begin`, rival.sql`set local deadlock_timeout = '60s'`]);
  await rival.send([rival.sql`select 1 from tasks where run_id = ${runId} and task_id = 'a' for update`]);
  go.resolve();
  await waitingBackend();
  await rival.send([rival.sql`select 1 from runs where id = ${runId} for update`]);
  await rival.rollback();
  rival.release();
  expect(await expectDoneOnce(engine, runId)).toBe(1);
  expect(failed).toEqual(["40P01"]);
});

test("a connection that is cut in the middle of a transaction loses nothing and does nothing twice", async () => {
  const runId = await begun("CUT");
  const rival = await openPipeline(database.sql);
  await rival.send([rival.sql`begin`, rival.sql`select 1 from runs where id = ${runId} for update`]);
  go.resolve();
  const pid = await waitingBackend();
  const [{ cut } = { cut: false }] = await database.sql<{ cut: boolean }[]>`
    select pg_terminate_backend(${pid}) as cut`;
  expect(cut).toBe(true);
  await rival.rollback();
  rival.release();
  expect(await expectDoneOnce(engine, runId)).toBe(1);
  expect(failed.length).toBeGreaterThan(0);
});

test("programs that end in a commit whose server is lost are evaluated again, and end once", async () => {
  const { sql } = database;
  await sql.unsafe(`create sequence losses;
    create function lose() returns trigger language plpgsql as $$
    begin
      if nextval('losses') in (3, 40, 60) then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create trigger lose before insert on run_events for each row
      when (new.type = 'task_succeeded') execute function lose()`);
  const tasks = Array.from({ length: 60 }, (_, n) => ({
    id: `t${n}`,
    title: `Task ${n}`,
    type: "direct" as const,
    ...(n === 0
      ? { input: "1" }
      : { input: `(+ 1 (get data/depends "t${n - 1}"))`, dependsOn: [`t${n - 1}`] }),
  }));
  const runId = await engine.createRun({ mission: "LOSE", plan: { title: "Programs", tasks } });
  const state = await engine.waitFor(runId, ({ finished }) => finished !== undefined);
  expect(failed.length).toBeGreaterThanOrEqual(2);
  expect(state.counters.attempts).toBe(60);
  expect(state.tasks.t59?.result).toMatchObject({ inline: 60 });
  const events = await engine.events(runId);
  const ended = events.flatMap((event) => (event.type === "task_succeeded" ? event.payload.taskId : []));
  expect(ended).toEqual(tasks.map(({ id }) => id));
  await sql.unsafe("drop trigger lose on run_events");
});
