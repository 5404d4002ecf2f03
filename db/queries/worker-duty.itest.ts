import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/postgres";
import { type Database, openDatabase } from "../client";
import { createDuty, DUTIES } from "./worker-duty";
import { announceWorker, countWorkers, workerIsAlive } from "./worker-presence";

let database: TestDatabase;
let one: Database;
let other: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  one = openDatabase(database.url, { max: 2 });
  other = openDatabase(database.url, { max: 2 });
});
afterAll(async () => {
  await one?.close();
  await other?.close();
  await database?.drop();
});

test("a duty is one process's at a time, until it leaves it", async () => {
  const [mine, theirs] = [one, other].map(({ sql }) => createDuty(sql, DUTIES.probeModels));
  expect(await mine?.take()).toBe(true);
  expect(await mine?.take()).toBe(true);
  expect(await theirs?.take()).toBe(false);
  await mine?.leave();
  await expect.poll(() => theirs?.take()).toBe(true);
  await theirs?.leave();
});

test("who loses the connection loses the duty, and may take it again", async () => {
  const [mine, theirs] = [one, other].map(({ sql }) => createDuty(sql, DUTIES.probeModels));
  expect(await mine?.take()).toBe(true);
  await other.sql`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${DUTIES.probeModels}`;
  await expect.poll(() => theirs?.take()).toBe(true);
  await expect.poll(() => mine?.take()).toBe(false);
  await theirs?.leave();
  await expect.poll(() => mine?.take()).toBe(true);
  await mine?.leave();
});

test("workers are counted, and a duty is none", async () => {
  expect(await workerIsAlive(one.sql)).toBe(false);
  const leave = [await announceWorker(one.sql), await announceWorker(other.sql)];
  const duty = createDuty(one.sql, DUTIES.probeModels);
  await duty.take();
  expect(await countWorkers(one.sql)).toBe(2);
  await duty.leave();
  await leave[0]?.();
  expect(await countWorkers(one.sql)).toBe(1);
  await leave[1]?.();
  expect(await workerIsAlive(one.sql)).toBe(false);
});
