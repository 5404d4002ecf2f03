import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  createTestDatabase,
  databaseUrl,
  onServer,
  type TestDatabase,
} from "@/lib/testing/database/postgres";
import { deferred } from "@/lib/testing/deferred";
import { type Database, openDatabase } from "./client";
import { listenOn } from "./listen";

let test: TestDatabase;
let database: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, { max: 2, applicationName: "listener" });
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

const breakListener = (sql: Database["sql"]) => sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'listener' and query like 'listen%' and datname = current_database()`;

it("hears its channels, again after its connection was lost, and nothing after it was stopped", async () => {
  const { sql } = database;
  const heard: string[] = [];
  let next = deferred<void>();
  const back = deferred<void>();
  const hear = (payload: string) => {
    heard.push(payload);
    next.resolve();
  };
  const stop = await listenOn(sql, { channel_a: hear, channel_b: hear }, back.resolve);
  const say = async (channel: string, payload: string) => {
    next = deferred<void>();
    await sql`select pg_notify(${channel}, ${payload})`;
    await next.promise;
  };
  await say("channel_a", "one");
  await breakListener(sql);
  await back.promise;
  await say("channel_b", "two");
  await stop();
  await sql`select pg_notify('channel_a', 'three')`;
  expect(heard).toEqual(["one", "two"]);
});

it("tries for as long as the server takes no connection", async () => {
  const { sql } = database;
  const back = vi.fn();
  const done = deferred<void>();
  const stop = await listenOn(sql, { channel_a: () => {} }, () => {
    back();
    done.resolve();
  });
  const name = new URL(test.url).pathname.slice(1);
  const allow = (may: "true" | "false") =>
    onServer(databaseUrl(test.url, "postgres"), (server) =>
      server.unsafe(`alter database ${name} with allow_connections ${may}`),
    );
  // This connection is there before, and stays.
  await sql`select 1`;
  await allow("false");
  await breakListener(sql);
  await expect(listenOn(sql, { channel_a: () => {} }, () => {})).rejects.toMatchObject({ code: "55000" });
  expect(back).not.toHaveBeenCalled();
  await allow("true");
  await done.promise;
  await stop();
  expect(back).toHaveBeenCalledOnce();
});
