import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { type Database, openDatabase } from "../client";
import { announceWorker, countWorkers, createLeaderLock, hasLiveWorker, LEADER_LOCKS } from "./worker-locks";

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
  const [mine, theirs] = [one, other].map(({ sql }) => createLeaderLock(sql, LEADER_LOCKS.probeModels));
  expect(await mine?.acquire()).toBe(true);
  expect(await mine?.acquire()).toBe(true);
  expect(await theirs?.acquire()).toBe(false);
  await mine?.release();
  await expect.poll(() => theirs?.acquire()).toBe(true);
  await theirs?.release();
});

test("a worker that loses its connection loses the lock, and may take it again", async () => {
  const [mine, theirs] = [one, other].map(({ sql }) => createLeaderLock(sql, LEADER_LOCKS.probeModels));
  expect(await mine?.acquire()).toBe(true);
  await other.sql`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${LEADER_LOCKS.probeModels}
      and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(() => theirs?.acquire()).toBe(true);
  await expect.poll(() => mine?.acquire()).toBe(false);
  await theirs?.release();
  await expect.poll(() => mine?.acquire()).toBe(true);
  await mine?.release();
});

test("workers are counted, and a duty is none", async () => {
  expect(await hasLiveWorker(one.sql)).toBe(false);
  const leave = [await announceWorker(one.sql), await announceWorker(other.sql)];
  const duty = createLeaderLock(one.sql, LEADER_LOCKS.probeModels);
  await duty.acquire();
  expect(await countWorkers(one.sql)).toBe(2);
  await duty.release();
  await leave[0]?.();
  expect(await countWorkers(one.sql)).toBe(1);
  await leave[1]?.();
  expect(await hasLiveWorker(one.sql)).toBe(false);
});
