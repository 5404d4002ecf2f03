import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Json } from "@/lib/core/json";
import { attachmentsOf, toolContext } from "@/lib/testing/tools/tool-context";
import { createToolbox } from "../toolbox";
import { sqlQueryTool } from ".";
import { runSql } from "./run-child";

const SALES = "region,amount\nnorth,10\nsouth,32\n";
const ENDLESS = "with recursive t as (select 1 as x union all select x + 1 from t) select count(*) from t";

/** A place of its own for what queries write, so that what they leave behind is seen. */
let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "waymark-queries-"));
  vi.stubEnv("TMPDIR", place);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true, force: true });
});
const leftBehind = () => readdirSync(place);

const call = (
  sql: string,
  files: Record<string, string | Uint8Array> = { "Sales 2026.csv": SALES },
  timeLimitMs = 15_000,
) =>
  createToolbox([sqlQueryTool({ timeLimitMs })]).run(
    "sql_query",
    { sql },
    toolContext({ attachments: attachmentsOf(files) }),
  );

describe("sql_query", () => {
  it("asks the attached tables", async () => {
    await expect(call("select sum(amount) as total from sales_2026")).resolves.toEqual({
      ok: true,
      output: { columns: [{ name: "total", type: "HUGEINT" }], rows: [{ total: 42 }], truncated: false },
    });
  });

  it("tells which files are no tables", async () => {
    const result = await call("from good", {
      "good.json": '[{"a": 1}]',
      "bad.json": "{",
      "notes.md": "# Hi",
    });
    expect(result).toMatchObject({
      ok: true,
      output: { rows: [{ a: 1 }], unreadable: { "bad.json": expect.any(String) } },
    });
  });

  it.each<[string, string | Uint8Array, Json[], object?]>([
    ["Windows-1252", Buffer.from("city;n\nZ\xfcrich;1\n", "latin1"), [{ city: "Zürich", n: 1 }]],
    [
      "UTF-16",
      Buffer.from("\uFEFFid\tname\n1\tZoë\n2\tŁucja\n", "utf16le"),
      [
        { id: 1, name: "Zoë" },
        { id: 2, name: "Łucja" },
      ],
    ],
    ["a line that names the separator", "sep=;\r\nid;price\r\n1;2\r\n", [{ id: 1, price: 2 }]],
    [
      "dates whose day nobody can tell",
      "d,v\n03/04/2026,1\n05/06/2026,2\n",
      [
        { d: "03/04/2026", v: 1 },
        { d: "05/06/2026", v: 2 },
      ],
      {
        "t.csv": expect.stringMatching(
          /^Text, as nobody says which part of their dates is the day and which the month: d\./,
        ),
      },
    ],
    [
      "years of two digits",
      "c;n;d\nF;97100,7;04/07/20\n",
      [{ c: "F", n: expect.anything(), d: "04/07/20" }],
      { "t.csv": expect.stringContaining("the month: d.") },
    ],
    [
      "truth as such, and letters as letters",
      "a,b\ntrue,T\nfalse,F\n",
      [
        { a: true, b: "T" },
        { a: false, b: "F" },
      ],
    ],
    [
      "rows below lines that do not fit them, and says so",
      "id,name\n1,a\n2,b,further\n",
      [{ column0: 2, column1: "b", column2: "further" }],
      { "t.csv": "Not read, as they do not fit the rows below them: the first 2 lines of the file." },
    ],
    ["dates that begin with their year", "d\n2026-04-03\n", [{ d: "2026-04-03" }]],
    [
      "numbers of more digits than a double keeps",
      "id,v\n9007199254740993,1\n1.5,9007199254740993\n",
      [
        { id: "9007199254740993", v: 1 },
        { id: "1.5", v: "9007199254740993" },
      ],
      { "t.csv": "Text, as their numbers have more digits than a number keeps: id." },
    ],
    [
      "numbers that are written in their own way as text",
      "part,version,size\n12E10,1.10,1.10\n7,1.9,2.50\n",
      [
        { part: "12E10", version: "1.10", size: 1.1 },
        { part: "7", version: "1.9", size: 2.5 },
      ],
      {
        "t.csv":
          "Text, as a number would not keep how they are written (1.10, 12E10): part, version. Cast them to calculate.",
      },
    ],
    ["amounts, of which some are whole, as numbers", "v\n10.50\n32\n", [{ v: 10.5 }, { v: 32 }]],
    ["a number that is too large as text", "v\n1e400\n", [{ v: "1e400" }]],
    ["whole thousands written with a power as text", "v,n\n13E2,1\n", [{ v: "13E2", n: 1 }]],
    ["small numbers as they are", "v\n1.5e-7\n0\n", [{ v: 1.5e-7 }, { v: 0 }]],
    [
      "decimals without final zeros as numbers",
      "v\n1.5\n-0.25\n3\n10\n",
      [{ v: 1.5 }, { v: -0.25 }, { v: 3 }, { v: 10 }],
    ],
  ])("reads %s", async (_, content, rows, notes) => {
    expect(await call("from t", { "t.csv": content })).toMatchObject({
      ok: true,
      output: { rows, ...(notes && { notes }) },
    });
  });

  it("reads JSON behind a mark", async () => {
    expect(await call("from t", { "t.json": '\uFEFF[{"a":1},{"a":2}]' })).toMatchObject({
      output: { rows: [{ a: 1 }, { a: 2 }] },
    });
  });

  it("keeps the digits of numbers in JSON that a double would change", async () => {
    const rows = '{"id":9007199254740993,"v":12345678901234567890}\n{"id":1.5,"v":1}\n';
    expect(await call("from t", { "t.ndjson": rows })).toMatchObject({
      output: {
        rows: [
          { id: "9007199254740993", v: "12345678901234567890" },
          { id: 1.5, v: 1 },
        ],
      },
    });
  });

  it("says which files are no tables where none is left to ask", async () => {
    const greek = Buffer.from("c\xfc\xea\xe9\xe1\xf2\xec\n", "latin1");
    expect(await call("from greek", { "greek.csv": greek })).toMatchObject({
      ok: false,
      message: expect.stringContaining(
        "could not be read: greek.csv: the encoding of its characters cannot be told",
      ),
    });
  });

  it("needs a table", async () => {
    const result = await call("select 1", { "notes.md": "# Hi" });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining("No table is attached") });
  });

  it("gives what is wrong with the SQL as words", async () => {
    const result = await call("select region, sum(amount) from sales_2026");
    expect(result).toMatchObject({ ok: false, code: "failed", message: expect.stringContaining("GROUP BY") });
  });

  it("sees nothing of the process that asks", async () => {
    const result = await call(
      "select current_setting('home_directory') as home, getvariable('PATH') as path",
    );
    expect(result).toMatchObject({ ok: true, output: { rows: [{ home: "", path: null }] } });
  });

  it.each([
    ["a query without an end", ENDLESS, 500, "stopped after 1 s"],
    [
      "a text of gigabytes",
      "select repeat(repeat('ab', 10000), 100000) || i from range(10) as t(i)",
      20_000,
      "more memory",
    ],
  ])("ends %s, and leaves nothing behind", async (_what, sql, timeLimitMs, words) => {
    const result = await call(sql, { "sales.csv": SALES }, timeLimitMs);
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(words) });
    expect(leftBehind()).toEqual([]);
  });

  it("ends with the call that it is part of, and leaves nothing behind", async () => {
    const stop = new AbortController();
    const outcome = runSql({
      tables: [{ name: "sales.csv", kind: "csv", table: "sales" }],
      read: async () => {
        stop.abort();
        return Buffer.from(SALES);
      },
      sql: ENDLESS,
      limit: 1,
      signal: stop.signal,
      timeLimitMs: 15_000,
    });
    await expect(outcome).resolves.toEqual({ ok: false, message: "The query was cancelled." });
    expect(leftBehind()).toEqual([]);
  });

  it("takes a limit of up to a thousand rows", async () => {
    const box = createToolbox([sqlQueryTool()]);
    expect(box.checkArguments("sql_query", { sql: "select 1", limit: 1_001 })).toContain("limit");
    expect(box.summarize("sql_query", { sql: "select\n  1" })).toBe("Ask the attached tables: select 1");
  });
});
