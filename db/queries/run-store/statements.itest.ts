import type { Sql } from "postgres";
import { expect, test } from "vitest";
import { openPipeline } from "@/db/pipeline";
import { blobOf } from "@/lib/core/stored-value";
import { databaseOfFile } from "@/lib/testing/database/file-database";
import { upsertTasks, writeEvents } from "./write-events";
import { insertBlobs } from "./write-payloads";

type Build = (sql: Sql) => PromiseLike<unknown>;

const database = databaseOfFile(2);

const rowsOf = (...texts: string[]): string =>
  JSON.stringify(texts.map((text) => ({ ...blobOf(text), uses: ["state"] })));

/** Rows of a table that statements of the transaction so far have read. */
const rowsRead = (sql: Sql, table: string) => sql<{ count: string }[]>`
  select sum(pg_stat_get_xact_tuples_returned(indexrelid)) + pg_stat_get_xact_tuples_returned(${table}::regclass) as count
  from pg_index where indrelid = ${table}::regclass`;

/** What a statement reads of a table once others have filled it: its plan was made while the table was empty. */
async function readBy(table: string, [first, ...fill]: Build[], last: Build): Promise<number> {
  const pipeline = await openPipeline(database().sql);
  const { sql, send } = pipeline;
  try {
    await send([sql.unsafe("begin"), first?.(sql)]);
    for (const build of fill) await send([build(sql)]);
    const [[before], , [after]] = await send([rowsRead(sql, table), last(sql), rowsRead(sql, table)]);
    return Number(after?.count) - Number(before?.count);
  } finally {
    await pipeline.rollback();
    pipeline.release();
  }
}

const range = <T>(length: number, itemOf: (n: number) => T) => Array.from({ length }, (_, n) => itemOf(n));

test("a blob is stored without a look at the others of its workspace", async () => {
  const store =
    (...texts: string[]): Build =>
    (sql) =>
      insertBlobs(sql, "run_a", "local", rowsOf(...texts));
  const fill = [store("first"), store(...range(500, (n) => `text ${n}`))];
  expect(await readBy("blobs", fill, store("last", "text 7"))).toBe(1);
});

test("what becomes of a task is written without a look at the others of its run", async () => {
  const plan: Build = (sql) => {
    const facts = {
      title: "A",
      type: "task",
      agent: "default",
      sinceVersion: 1,
      status: "pending",
      attempt: 0,
    };
    const rows = range(500, (n) => ({ id: `t${n}`, position: n, lineage: `t${n}`, ...facts }));
    return upsertTasks(sql, "run_a", "local", JSON.stringify(rows));
  };
  const end =
    (...ids: string[]): Build =>
    (sql) => {
      const tasks = ids.map((id) => ({ id, status: "succeeded", attempt: 1 }));
      return writeEvents(sql, "run_a", "local", 0, JSON.stringify({ tasks, run: {} }));
    };
  expect(await readBy("tasks", [end("t1"), plan], end("t7", "t8"))).toBe(2);
});
