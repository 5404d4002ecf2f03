import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { openPipeline } from "@/db/pipeline";
import { blobOf } from "@/lib/core/stored-value";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { insertBlobs } from "./write-payloads";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 2 });
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

const rowsOf = (...texts: string[]): string =>
  JSON.stringify(texts.map((text) => ({ ...blobOf(text), uses: ["state"] })));

test("a blob is stored without a look at the others of its workspace, however many came since the plan was made", async () => {
  const pipeline = await openPipeline(database.sql);
  const { sql, send } = pipeline;
  const store = (...texts: string[]) => insertBlobs(sql, "run_a", "local", rowsOf(...texts));
  const rowsRead = () => sql<{ count: string }[]>`
    select sum(pg_stat_get_xact_tuples_returned(indexrelid)) + pg_stat_get_xact_tuples_returned('blobs'::regclass) as count
    from pg_index where indrelid = 'blobs'::regclass`;
  try {
    await send([sql.unsafe("begin"), store("first")]);
    await send([store(...Array.from({ length: 500 }, (_, n) => `text ${n}`))]);
    const [[before], , [after]] = await send([rowsRead(), store("last", "text 7"), rowsRead()]);
    expect(Number(after?.count) - Number(before?.count)).toBe(1);
  } finally {
    await pipeline.rollback();
    pipeline.release();
  }
});
