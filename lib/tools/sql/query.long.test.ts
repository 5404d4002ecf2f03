import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoadedDatabase, openDatabase } from "./database";
import { MAX_RESULT_CHARS, MAX_TEXT_CHARS, runQuery } from "./query";
import type { TableFile } from "./types";

const ORDERS =
  '[{"id": 1, "tags": ["a", "b"], "buyer": {"name": "Ada", "age": null}}, {"id": 2, "tags": []}]';
const FILES: [name: string, kind: TableFile["kind"], table: string, content: string | Uint8Array][] = [
  ["sales.csv", "csv", "sales", "region,amount,day\nnorth,10.50,2026-01-31\nsouth,32,2026-02-01\n"],
  ["orders.json", "json", "orders", ORDERS],
  ["rows.ndjson", "ndjson", "rows", '{"n": 1}\n{"n": 2}\n'],
  ["broken.json", "json", "broken", "{ not json"],
  ["broken.parquet", "parquet", "pq", "PAR1"],
];

let folder: string;
let db: LoadedDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waymark-sql-test-"));
  for (const [name, , , content] of FILES) writeFileSync(join(folder, name), content);
  await writeParquet(join(folder, "measures.parquet"));
  const tables = FILES.map(([name, kind, table]) => ({ file: name, name, kind, table }));
  const measures = { file: "measures.parquet", name: "measures.parquet", kind: "parquet" as const };
  db = await openDatabase(folder, [...tables, { ...measures, table: "measures" }]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function writeParquet(path: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(`copy (select range as n, range / 2 as half from range(4)) to '${path}'`);
}

async function rowsOf(sql: string, limit = 100) {
  const outcome = await runQuery(db.connection, sql, limit);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.answer.rows;
}

async function refusal(sql: string): Promise<string> {
  const outcome = await runQuery(db.connection, sql, 100);
  if (outcome.ok) throw new Error(`${sql} answered ${JSON.stringify(outcome.answer.rows)}`);
  return outcome.message;
}

describe("attached files", () => {
  it.each([
    [
      "sales",
      "select region, amount from sales order by 1",
      [
        { region: "north", amount: 10.5 },
        { region: "south", amount: 32 },
      ],
    ],
    [
      "orders",
      "select id, len(tags) as n, buyer.name as who from orders order by id",
      [
        { id: 1, n: 2, who: "Ada" },
        { id: 2, n: 0, who: null },
      ],
    ],
    ["rows", "from rows order by n", [{ n: 1 }, { n: 2 }]],
    ["measures", "select max(half) as m, count(*) as n from measures", [{ m: 1.5, n: 4 }]],
  ])("are tables: %s", async (_table, sql, rows) => {
    await expect(rowsOf(sql)).resolves.toEqual(rows);
  });

  it("that cannot be read cost their own table alone, and say why without the path", () => {
    expect(Object.keys(db.unreadable)).toEqual(["broken.json", "broken.parquet"]);
    expect(JSON.stringify(db.unreadable)).not.toContain(folder);
  });

  it("are told to the one who asks for another", async () => {
    const words = await refusal("select * from nope");
    expect(words).toContain("nope does not exist");
    expect(words).toContain("sales(region VARCHAR, amount DOUBLE, day DATE)");
  });
});

describe("values", () => {
  it.each([
    ["null", null],
    ["true", true],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740993", "9007199254740993"],
    ["170141183460469231731687303715884105727", "170141183460469231731687303715884105727"],
    ["12.34::decimal(18, 2)", 12.34],
    ["-0.05::decimal(18, 2)", -0.05],
    ["1234567890123456.78::decimal(18, 2)", "1234567890123456.78"],
    ["0.1::double", 0.1],
    ["'nan'::double", "NaN"],
    ["'infinity'::double", "Infinity"],
    ["date '2026-02-28'", "2026-02-28"],
    ["timestamp '2026-02-28 12:30:00'", "2026-02-28 12:30:00"],
    ["time '12:30:00'", "12:30:00"],
    ["interval 2 days", "2 days"],
    ["'a'::enum('a', 'b')", "a"],
    ["[1, null, 3]", [1, null, 3]],
    ["[1, 2]::integer[2]", [1, 2]],
    ["{'a': 1, 'b': [date '2026-01-01']}", { a: 1, b: ["2026-01-01"] }],
    ["map {'k': 1}", [{ key: "k", value: 1 }]],
    ["union_value(n := 1)", { tag: "n", value: 1 }],
    ["'{\"a\": [1]}'::json", { a: [1] }],
    [
      `'{"id": [9007199254740993, 9007199254740992], "t": "\\" 9007199254740993"}'::json`,
      { id: ["9007199254740993", 9_007_199_254_740_992], t: '" 9007199254740993' },
    ],
    ["{'a': 1}::variant", { a: 1 }],
    ["'00000000-0000-0000-0000-000000000001'::uuid", "00000000-0000-0000-0000-000000000001"],
    ["'ab'::blob", "ab"],
  ])("%s becomes %j", async (sql, value) => {
    await expect(rowsOf(`select ${sql} as v`)).resolves.toEqual([{ v: value }]);
  });

  it("of columns with the same name are kept apart", async () => {
    await expect(rowsOf("select 1 as a, 2 as a")).resolves.toEqual([{ a: 1, "a:1": 2 }]);
  });
});

describe("an answer", () => {
  const read = async (sql: string, limit = 100) => {
    const outcome = await runQuery(db.connection, sql, limit);
    return outcome.ok ? outcome.answer : undefined;
  };

  it("names columns and types, also where there are no rows", async () => {
    const answer = await read("select region, amount from sales where false");
    expect(answer).toMatchObject({ rows: [], truncated: false });
    expect(answer?.columns).toEqual([
      { name: "region", type: "VARCHAR" },
      { name: "amount", type: "DOUBLE" },
    ]);
  });

  it("has as many rows as were asked for, and says when there are more", async () => {
    expect(await read("from range(10)", 10)).toMatchObject({ truncated: false });
    const more = await read("from range(1000000000000)", 10);
    expect(more?.rows).toHaveLength(10);
    expect(more?.truncated).toBe(true);
  });

  it("keeps to its size, and says so", async () => {
    const wide = await read("select repeat('x', 9000) as x from range(100)");
    expect(wide?.truncated).toBe(true);
    expect(JSON.stringify(wide?.rows).length).toBeLessThan(MAX_RESULT_CHARS + 100);
    const long = await read("select repeat('x', 100000) as x");
    expect(long?.truncated).toBe(true);
    expect(String(long?.rows[0]?.x)).toHaveLength(MAX_TEXT_CHARS + 1);
  });
});

describe("what is no question", () => {
  it.each([
    ["copy sales to '/tmp/x.csv'"],
    ["copy (select 1) to '/tmp/x.csv'"],
    ["export database '/tmp/x'"],
    ["import database '/tmp/x'"],
    ["attach '/tmp/x.db'"],
    ["attach ':memory:' as other"],
    ["install httpfs"],
    ["load httpfs"],
    ["set memory_limit = '64GB'"],
    ["set threads = 64"],
    ["set enable_external_access = true"],
    ["set lock_configuration = false"],
    ["reset memory_limit"],
    ["pragma enable_profiling"],
    ["pragma threads = 8"],
    ["call pragma_version()"],
    ["insert into sales values ('west', 1, null)"],
    ["update sales set amount = 0"],
    ["delete from sales"],
    ["drop table sales"],
    ["truncate sales"],
    ["create table t as select 1"],
    ["create macro m() as 1"],
    ["create secret (type s3)"],
    ["alter table sales add column x int"],
    ["begin transaction"],
    ["prepare p as select 1"],
    ["execute p"],
    ["vacuum"],
    ["checkpoint"],
    ["use memory"],
    ["explain select 1"],
    ["explain analyze select 1"],
    ["select 1; drop table sales"],
    ["select 1; select 2"],
    ["with x as (delete from sales returning *) select * from x"],
    ["from query('drop table sales')"],
    ["select getenv('HOME')"],
    ["select * from read_csv('/etc/passwd')"],
    ["select * from read_text('/etc/passwd')"],
    ["select * from read_blob('/etc/passwd')"],
    ["select * from read_json('/etc/hosts')"],
    ["select * from read_parquet('/tmp/x.parquet')"],
    ["select * from sniff_csv('/etc/passwd')"],
    ["select * from glob('/*')"],
    ["from '/etc/passwd.csv'"],
    ["from 'measures.parquet'"],
    ["from 'http://169.254.169.254/latest/meta-data.csv'"],
    ["from read_csv('https://example.com/x.csv')"],
    ["from read_parquet('s3://bucket/key')"],
    ["from read_duckdb('/tmp/x.db')"],
    ["select * from duckdb_secrets()"],
    ["select * from read_csv('/proc/self/environ')"],
    ["select * from read_text('/dev/stdin')"],
    ["select * from read_text('data:text/plain,hello')"],
    ["from json_execute_serialized_sql(json_serialize_sql('from read_text(''/etc/passwd'')'))"],
    ["from enable_logging(storage = 'file', storage_path = '/tmp/logs')"],
    ["from sqlite_scan('/tmp/x.db', 't')"],
    ["select 1 where 1 = ?"],
    ["pivot sales on region"],
    ["select"],
    [""],
    [";"],
    ["--"],
  ])("is refused: %s", async (sql) => {
    await expect(refusal(sql)).resolves.not.toBe("");
    await expect(rowsOf("select count(*) as n from sales")).resolves.toEqual([{ n: 2 }]);
  });

  it("cannot unlock what was locked", async () => {
    await expect(rowsOf("select current_setting('enable_external_access') as v")).resolves.toEqual([
      { v: false },
    ]);
    await expect(rowsOf("select current_setting('lock_configuration') as v")).resolves.toEqual([{ v: true }]);
  });

  it("is stopped at the memory that a query may have", async () => {
    await expect(refusal("select list(range) from range(200000000)")).resolves.toContain("more memory");
  });
});
