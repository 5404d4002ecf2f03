import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { type Database, openDatabase } from "./client";
import { blobs, people, runs } from "./schema";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 3 });
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

test("the local workspace and its person are there from the first migration", async () => {
  const rows = await database.orm.select().from(people);
  expect(rows).toMatchObject([
    { workspaceId: "local", id: "local", capabilities: ["view", "operate", "review", "admin"] },
  ]);
});

test.each([["123"], ['{"a":1}'], ["null"], [""], [{ a: [1, "x"] }], [7], ["\\"]])(
  "a body of JSON comes back as it went: %j",
  async (body) => {
    const digest = JSON.stringify(body);
    await database.orm.insert(blobs).values({ workspaceId: "local", digest, bytes: 1, body });
    const [row] = await database.orm.select({ body: blobs.body }).from(blobs).where(eq(blobs.digest, digest));
    expect(row?.body).toEqual(body);
  },
);

test("moments keep their milliseconds, lists their texts", async () => {
  const createdAt = new Date(1_795_311_711_267);
  const tags = ['quote " and \\ back', "a,b", "{c}", "NULL", ""];
  const run = {
    id: "run_orm",
    workspaceId: "local",
    phase: "new",
    status: "planning",
    settings: {},
  } as never;
  await database.orm.insert(runs).values({ ...(run as object), createdAt, tags } as never);
  const [row] = await database.orm.select().from(runs).where(eq(runs.id, "run_orm"));
  expect(row?.createdAt.getTime()).toBe(createdAt.getTime());
  expect(row?.tags).toEqual(tags);
});

test("reads are repeated when their connection is killed, whenever that is", async () => {
  const killer = openDatabase(testDatabase.url, { max: 1, applicationName: "killer" });
  let over = false;
  let killed = 0;
  const killing = (async () => {
    while (!over) {
      const { count } = await killer.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'waymark' and random() < 0.5`;
      killed += count;
    }
  })();
  const read = async (): Promise<void> => {
    for (let n = 0; n < 100; n += 1) {
      const rows = await database.orm.execute<{ n: number }>("select n from generate_series(1, 300) as n");
      expect([...rows].map((row) => row.n)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    }
  };
  const outcomes = await Promise.allSettled([read(), read(), read(), read()]);
  over = true;
  await killing;
  await killer.close();
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  // Four tries can all be struck at this rate; what counts is that no answer was wrong and nobody hangs.
  for (const failure of failures) expect(failure).not.toMatchObject({ name: "AssertionError" });
  expect(killed).toBeGreaterThan(10);
});

test("a read that begins with the parts it is made of is repeated as well, and none that writes in one of them", async () => {
  await database.sql`create sequence tries`;
  const fatalAtFirst = `select case when nextval('tries') = 1 then pg_terminate_backend(pg_backend_pid())::text
    else 'read' end as what`;
  const run = (text: string) => database.orm.execute<{ what: string }>(text);
  expect([...(await run(`with it as (${fatalAtFirst}) select what from it`))]).toEqual([{ what: "read" }]);
  await database.sql`alter sequence tries restart`;
  const writing = `with gone as (delete from runs where false returning 1), it as (${fatalAtFirst})`;
  await expect(run(`${writing} select what from it`)).rejects.toThrow();
});

test("a transaction that loses its connection between two statements is an error of its caller, and nobody else's", async () => {
  const marked = database.transact(async (tx) => {
    const [own] = await tx.execute<{ pid: number }>("select pg_backend_pid() as pid");
    const killer = openDatabase(testDatabase.url, { max: 1, applicationName: "killer" });
    await killer.sql`select pg_terminate_backend(${own?.pid ?? 0}, 10000)`;
    // Only when the server's end has been read is there no socket left to write to.
    await killer.close();
    await expect
      .poll(() => tx.execute("select 1").catch(({ cause }) => cause.code))
      .toBe("CONNECTION_CLOSED");
    await tx.insert(people).values({ workspaceId: "local", id: "lost", name: "Lost" } as never);
  });
  await expect(marked).rejects.toMatchObject({ cause: { code: "CONNECTION_CLOSED" } });
  expect(await database.orm.select().from(people).where(eq(people.id, "lost"))).toEqual([]);
});

test("a result is whole behind a statement that failed after some of its rows", async () => {
  const single = openDatabase(testDatabase.url, { max: 1 });
  const failing = "select 1 / (4 - n) as x from generate_series(1, 10) n";
  try {
    const next = () => [
      single.sql`select n from generate_series(1, 3) n`,
      single.sql.unsafe("select 1 as n"),
    ];
    for (const nth of [0, 1]) {
      await expect(single.sql.unsafe(failing)).rejects.toMatchObject({ code: "22012" });
      const rows = [...((await next()[nth]) ?? [])];
      expect(rows).toEqual(nth === 0 ? [{ n: 1 }, { n: 2 }, { n: 3 }] : [{ n: 1 }]);
    }
    await expect(single.orm.execute(failing)).rejects.toThrow();
    const [person] = await single.orm.select().from(people);
    expect(person).toMatchObject({ id: "local" });
  } finally {
    await single.close();
  }
});
