import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { drizzle as drizzleProxy } from "drizzle-orm/pg-proxy";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Orm } from "@/db/client";
import { readRuns } from "@/db/queries/runs/read-runs";
import {
  createTestDatabase,
  databaseUrl,
  onServer,
  type TestDatabase,
  testServerVariable,
} from "@/lib/testing/database/postgres";
import { openRunStore, type RunStoreProcess } from "@/lib/testing/engine/run-store-world";
import { migrate } from "@/scripts/database";
import { projectRoot } from "@/scripts/lib/paths";
import * as schema from ".";
import { wordCheckName, wordsOf } from "./columns";

let testDatabase: TestDatabase;
let sql: Sql;
let world: RunStoreProcess;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  sql = postgres(testDatabase.url, { max: 2, onnotice: () => {} });
  world = openRunStore(testDatabase.url);
});
afterAll(async () => {
  await world?.database.close();
  await sql?.end();
  await testDatabase?.drop();
});

const tables = Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableConfig(one)] : []));
const SETTINGS = [
  "mcp_servers",
  "model_defaults",
  "model_providers",
  "models",
  "tool_policies",
  "workspace_setups",
];

type Constraint = { name: string; target: string; validated: boolean; definition: string };
const constraintsOf = (on: Sql, type: "c" | "f") => on<Constraint[]>`
  select conname as name, conrelid::regclass::text as target, convalidated as validated,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = ${type} and connamespace = 'public'::regnamespace order by conname`;

describe("columns of fixed words", () => {
  test("are held to the words of the code, and to no others", async () => {
    const declared = tables.flatMap(({ name: table, columns }) =>
      columns.flatMap((column) => {
        const words = wordsOf(column);
        return words ? [[wordCheckName(table, column.name), [...new Set(words)].sort()] as const] : [];
      }),
    );
    const stored = (await constraintsOf(sql, "c")).map(({ name, validated, definition }) => {
      expect([name, validated]).toEqual([name, true]);
      const words = [...definition.matchAll(/'([^']*)'::text/g)].map(([, word]) => word as string);
      return [name, [...new Set(words)].sort()] as const;
    });
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(declared));
    expect(declared.length).toBeGreaterThan(30);
  });

  test("take nothing else, alone or in a list", async () => {
    const run = (status: string) => sql`
      insert into runs (id, workspace_id, status, phase) values ('run_w', 'local', ${status}, 'new')`;
    await expect(run("resting")).rejects.toMatchObject({
      code: "23514",
      constraint_name: "runs_status_check",
    });
    await run("planning");
    const gate = (verbs: string[]) => sql`
      insert into approvals (id, run_id, workspace_id, kind, plan_version, digest, prompt, verbs, assignees, status,
        opened_at, opened_seq)
      values ('apr_w', 'run_w', 'local', 'budget', 1, '', '', ${verbs}, '{}', 'open', now(), 1)`;
    const refused = { code: "23514", constraint_name: "approvals_verbs_check" };
    await expect(gate(["raise", "launch"])).rejects.toMatchObject(refused);
    await gate(["raise", "abort"]);
  });
});

test("settings tables refuse rows of a workspace that does not exist", async () => {
  const keys = await constraintsOf(sql, "f");
  const held = keys.filter(({ definition }) => definition.includes("REFERENCES workspaces"));
  expect(held.map(({ target }) => target)).toEqual(expect.arrayContaining(SETTINGS));
  await expect(sql`insert into workspace_setups values ('nowhere', 1)`).rejects.toMatchObject({
    code: "23503",
  });
});

describe("among many runs", () => {
  /** How the store would read them. */
  async function planOfReading(wanted: Parameters<typeof readRuns>[1]): Promise<string> {
    const reported: string[] = [];
    const explaining = drizzleProxy(
      async (text, values) => {
        const rows = await sql.unsafe(`explain ${text}`, values as string[]);
        reported.push(...rows.map((row) => String(row["QUERY PLAN"])));
        return { rows: [] };
      },
      { schema, casing: "snake_case" },
    );
    await readRuns(explaining as Orm, wanted);
    return reported.join("\n");
  }

  beforeAll(async () => {
    await sql`
      insert into runs (id, workspace_id, status, phase, mission)
      select 'run_many_' || n, 'local', 'completed', 'ended', 'Compare the offers of ' || md5(n::text)
      from generate_series(1, 20000) as n`;
    await sql`update runs set mission = 'Save 50% of the Zeppelin_fleet' where id = 'run_many_7'`;
    await sql`vacuum analyze runs`;
  });

  test("a part of a mission is found by an index, whatever its case and signs", async () => {
    const wanted = { workspaceId: "local", text: "50% OF the zeppelin_", limit: 50 };
    expect((await readRuns(world.database.orm, wanted)).map(({ id }) => id)).toEqual(["run_many_7"]);
    expect(await planOfReading(wanted)).toContain("Bitmap Index Scan on runs_by_mission");
  });

  test("the last ones of a status are found by an index, in order", async () => {
    const plan = await planOfReading({ workspaceId: "local", statuses: ["failed"], limit: 6 });
    expect(plan).toContain("Index Scan using runs_by_status");
    expect(plan).not.toContain("Sort");
  });

  test("those of a status that ended last are found by an index, in order", async () => {
    const plan = await planOfReading({ workspaceId: "local", statuses: ["failed"], byEnd: true, limit: 6 });
    expect(plan).toContain("Index Scan using runs_by_end");
    expect(plan).not.toContain("Sort");
  });
});

describe("a new store", () => {
  const name = `waymark_new_${process.pid}`;
  let store: Sql;
  let url: string;

  beforeEach(async () => {
    const server = process.env[testServerVariable] as string;
    url = databaseUrl(server, name);
    await onServer(server, (on) => on`create database ${on(name)} template template0`);
    store = postgres(url, { max: 1, onnotice: () => {} });
  });
  afterEach(async () => {
    await store.end();
    await onServer(
      process.env[testServerVariable] as string,
      (on) => on`drop database ${on(name)} with (force)`,
    );
  });

  test("whose user may not create extensions has no index for missions, and everything else", async () => {
    const role = `${name}_user`;
    await store`create role ${store(role)}`;
    await store`grant usage, create on schema public to ${store(role)}`;
    const { entries } = JSON.parse(await readFile(join(projectRoot, "drizzle/meta/_journal.json"), "utf8"));
    await store`set role ${store(role)}`;
    for (const { tag } of entries) {
      const file = await readFile(join(projectRoot, "drizzle", `${tag}.sql`), "utf8");
      for (const statement of file.split("--> statement-breakpoint")) await store.unsafe(statement);
    }
    await store`reset role`;
    expect(await store`select 1 from pg_extension where extname = 'pg_trgm'`).toEqual([]);
    expect(await store`select 1 from pg_indexes where indexname = 'runs_by_mission'`).toEqual([]);
    expect((await constraintsOf(store, "c")).length).toBeGreaterThan(30);
    await store`drop owned by ${store(role)}`;
    await store`drop role ${store(role)}`;
  });

  test("finds the extension in whatever schema it stands", async () => {
    await store`create schema extras`;
    await store`create extension pg_trgm schema extras`;
    await migrate(url);
    expect(await store`select 1 from pg_indexes where indexname = 'runs_by_mission'`).toHaveLength(1);
  });
});
