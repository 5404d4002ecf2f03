import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { announceWorker, hasLiveWorker } from "@/db/queries/worker-locks";
import { createNotifier, type Listeners, listen } from "@/lib/engine/notify";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { silentLog } from "@/lib/testing/silent-log";

let testDatabase: TestDatabase;
let speaker: Database;
let hearer: Database;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  speaker = openDatabase(testDatabase.url, { max: 2, applicationName: "speaker" });
  hearer = openDatabase(testDatabase.url, { max: 2, applicationName: "hearer" });
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

afterAll(async () => {
  await Promise.all([speaker?.close(), hearer?.close()]);
  await testDatabase?.drop();
});

async function hearing() {
  const heard = {
    onRun: vi.fn(),
    onComments: vi.fn(),
    onJobs: vi.fn(),
    onReconnect: vi.fn(),
  } satisfies Listeners;
  stops.push(await listen(hearer.sql, heard));
  const notifier = createNotifier(speaker.sql, silentLog);
  stops.push(notifier.close);
  return { heard, notify: notifier.notify, notifier };
}

const quiet = { people: false, enqueued: false };

const killListeners = () => speaker.sql`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hearer'
    and datname = current_database() and query ilike 'listen%'`;

describe("notifications", () => {
  test("of one moment are gathered: one for each run, with the highest numbers", async () => {
    const { heard, notify, notifier } = await hearing();
    notifier.notifyChunks(new Map([["run_a", 12]]));
    for (let seq = 1; seq <= 50; seq += 1) notify("run_a", seq, quiet);
    notify("run_b", 7, quiet);
    await vi.waitFor(() => expect(heard.onRun).toHaveBeenCalledWith("run_b", 7, 0));
    expect(heard.onRun.mock.calls).toEqual([
      ["run_a", 50, 12],
      ["run_b", 7, 0],
    ]);
    expect(heard.onJobs).not.toHaveBeenCalled();
  });

  test("of comments leave at once, and say nothing else of their run", async () => {
    const { heard, notify, notifier } = await hearing();
    notify("run_a", 3, quiet);
    notifier.notifyComments("run_a");
    notifier.notifyComments("run_b");
    await vi.waitFor(() => expect(heard.onComments.mock.calls).toEqual([["run_a"], ["run_b"]]));
    expect(heard.onRun.mock.calls).toEqual([["run_a", 3, 0]]);
  });

  test("of people leave at once, and take the waiting ones along", async () => {
    const { heard, notify } = await hearing();
    notify("run_a", 1, quiet);
    notify("run_b", 2, { people: true, enqueued: false });
    await vi.waitFor(() => expect(heard.onRun).toHaveBeenCalledTimes(2));
  });

  test("wake dispatchers when a job was enqueued", async () => {
    const { heard, notify } = await hearing();
    notify("run_a", 1, { people: false, enqueued: true });
    await vi.waitFor(() => expect(heard.onJobs).toHaveBeenCalledTimes(1));
    expect(heard.onRun).toHaveBeenCalledWith("run_a", 1, 0);
  });

  test("of very many runs arrive in several payloads of the allowed size", async () => {
    const { heard, notify } = await hearing();
    for (let n = 0; n < 1_000; n += 1) notify(`run_${"x".repeat(30)}${n}`, n, quiet);
    await vi.waitFor(() => expect(heard.onRun).toHaveBeenCalledTimes(1_000));
  });

  test("still waiting leave when the notifier is closed", async () => {
    const { heard, notify, notifier } = await hearing();
    notify("run_a", 3, quiet);
    await notifier.close();
    await vi.waitFor(() => expect(heard.onRun).toHaveBeenCalledWith("run_a", 3, 0));
  });

  test("that nobody understands are passed over", async () => {
    const { heard, notify } = await hearing();
    await speaker.sql.notify("waymark_runs", "not json");
    await speaker.sql.notify("waymark_runs", '[["run_a"], 7, ["run_b", 2]]');
    notify("run_c", 1, { people: true, enqueued: false });
    await vi.waitFor(() => expect(heard.onRun).toHaveBeenCalledWith("run_c", 1, 0));
    expect(heard.onRun.mock.calls).toEqual([
      ["run_b", 2, 0],
      ["run_c", 1, 0],
    ]);
  });

  test("are heard again after the listening connection was lost, and the gap is told", async () => {
    const { heard, notify } = await hearing();
    expect(heard.onReconnect).not.toHaveBeenCalled();
    expect(await killListeners()).not.toHaveLength(0);
    await vi.waitFor(() => expect(heard.onReconnect).toHaveBeenCalled(), { timeout: 10_000 });
    notify("run_a", 9, { people: true, enqueued: true });
    await vi.waitFor(() => expect(heard.onRun).toHaveBeenCalledWith("run_a", 9, 0));
    await vi.waitFor(() => expect(heard.onJobs).toHaveBeenCalled());
  });

  test("that cannot be sent are lost with a warning, no more", async () => {
    const warn = vi.fn();
    const gone = openDatabase(testDatabase.url.replace(/:\d+\//, ":1/"), { max: 1 });
    const notifier = createNotifier(gone.sql, { ...silentLog, warn });
    notifier.notify("run_a", 1, quiet);
    await notifier.close();
    expect(warn).toHaveBeenCalledTimes(1);
    await gone.close();
  });
});

describe("a worker's presence", () => {
  test("is seen while it is announced, by any number of workers", async () => {
    expect(await hasLiveWorker(hearer.sql)).toBe(false);
    const [first, second] = await Promise.all([announceWorker(speaker.sql), announceWorker(speaker.sql)]);
    expect(await hasLiveWorker(hearer.sql)).toBe(true);
    await first();
    expect(await hasLiveWorker(hearer.sql)).toBe(true);
    await second();
    await vi.waitFor(async () => expect(await hasLiveWorker(hearer.sql)).toBe(false));
  });

  test("is announced again after its connection was lost", async () => {
    const leave = await announceWorker(speaker.sql);
    // Those of this database alone: other tests of the server hold locks, too.
    await hearer.sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect(await hasLiveWorker(hearer.sql)).toBe(true), { timeout: 10_000 });
    await leave();
    await vi.waitFor(async () => expect(await hasLiveWorker(hearer.sql)).toBe(false));
  });
});
