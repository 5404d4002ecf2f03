import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { drizzle as drizzleProxy } from "drizzle-orm/pg-proxy";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Orm } from "@/db/client";
import { readRuns } from "@/db/queries/runs/read-runs";
import type { PastComment } from "@/lib/core/comments/schema";
import { readEvent } from "@/lib/core/run";
import { forkedEvents } from "@/lib/core/run/events/fork";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import {
  createTestDatabase,
  databaseUrl,
  onServer,
  type TestDatabase,
  testServerVariable,
} from "@/lib/testing/database/postgres";
import { openRunStore, PERSON, type RunStoreProcess, submit } from "@/lib/testing/engine/run-store-world";
import { OLD_LOGS, readOldRuns } from "@/lib/testing/old-runs";
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

  test.each(OLD_LOGS)(
    "take all that the runs of %s, written by an earlier version, left behind",
    async (log) => {
      for (const { runId, rows } of readOldRuns(log)) {
        const events = rows.map((row) => readEvent(row));
        const end = events.find(({ type }) => type === "run_finished")?.commandId;
        const copied = events.slice(
          0,
          events.findIndex(({ commandId }) => commandId === end),
        );
        const fork = `run_fork_${runId.slice(4)}`;
        const command = { type: "fork" as const, parentRunId: runId, fromSeq: copied.length };
        const submission = submit(command, PERSON) as never;
        const { replies } = await world.runStore.forkRun(fork, submission, forkedEvents(copied, fork));
        expect(replies).toEqual([expect.objectContaining({ ok: true })]);
      }
    },
  );
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

/** The number of the migration that brings the constraints and the index. */
const MIGRATION = 18;

describe("a store of an older version", () => {
  const name = `waymark_older_${process.pid}`;
  let older: Sql;
  let url: string;

  /** The store as it was before the constraints came, or with so many migrations. */
  async function openOlder(migrations = MIGRATION): Promise<void> {
    const server = process.env[testServerVariable] as string;
    url = databaseUrl(server, name);
    await onServer(server, (on) => on`create database ${on(name)} template template0`);
    older = postgres(url, { max: 1, onnotice: () => {} });
    const folder = await mkdtemp(join(tmpdir(), "waymark-migrations-"));
    await cp(join(projectRoot, "drizzle"), folder, { recursive: true });
    const journal = join(folder, "meta", "_journal.json");
    const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8")) as { entries: unknown[] };
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, migrations) }));
    await applyMigrations(drizzle(older), { migrationsFolder: folder });
    await rm(folder, { recursive: true });
  }

  afterEach(async () => {
    await older.end();
    await onServer(
      process.env[testServerVariable] as string,
      (on) => on`drop database ${on(name)} with (force)`,
    );
  });

  test("is brought up to date with its rows, also with those that no constraint would let in today", async () => {
    await openOlder();
    await older`insert into workspace_setups values ('gone', 3), ('local', 1)`;
    await older`
      insert into runs (id, workspace_id, status, phase, settings, mission)
      values ('run_a', 'local', 'completed', 'ended', '{}', 'fine'), ('run_b', 'local', 'resting', 'ended', '{}', 'odd')`;
    await migrate(url);
    const all = [...(await constraintsOf(older, "c")), ...(await constraintsOf(older, "f"))];
    expect(all.filter(({ validated }) => !validated).map((one) => one.name)).toEqual([
      "runs_status_check",
      "workspace_setups_workspace_id_workspaces_workspace_id_fk",
    ]);
    expect(await older`select id, status from runs order by id`).toMatchObject([
      { id: "run_a" },
      { status: "resting" },
    ]);
    await expect(older`update runs set status = 'odd' where id = 'run_a'`).rejects.toMatchObject({
      code: "23514",
    });
  });

  test("has of each comment what it was after each event, as events and the audit log tell", async () => {
    await openOlder(69);
    const by = { kind: "person", id: "ann", name: "Ann" };
    const made = (kind: string) =>
      older`select id, 'local', 'run_a', 'ann', ${JSON.stringify(by)}::text::jsonb, ${kind} from unnest('{cmt_a,cmt_b}'::text[]) id`;
    await older`
      insert into comments (id, workspace_id, run_id, person_id, by, text, anchor, status, round, created_at)
      select made.*, '{}', 'open', 1, to_timestamp(1.5) from (${made("Why?")}) made`;
    await older`
      insert into comment_replies (id, workspace_id, run_id, person_id, by, text, comment_id, created_at)
      select made.*, 'cmt_a', to_timestamp(3.2) from (${made("So")}) made`;
    await older`
      insert into comment_questions (id, workspace_id, run_id, person_id, by, text, comment_id, plan_version, status,
        asked_at, ended_at)
      select made.*, 'cmt_a', 1, 'failed', to_timestamp(2.5), to_timestamp(4.5) from (${made("When?")}) made`;
    const round = (number: number, ...ids: string[]) => ({
      cause: { round: { number, comments: ids.map((id) => ({ id })) } },
    });
    const said = (comment: string, fields: string[]) => ({
      ...{ comment, outcome: "addressed", change: { fields, added: 0, removed: false } },
    });
    const events = [
      ["plan_version_adopted", { version: 1 }],
      ["replan_requested", round(1, "cmt_a", "cmt_b")],
      ["plan_version_adopted", { version: 2, dispositions: [said("cmt_a", ["input"]), said("cmt_b", [])] }],
      ["replan_requested", round(2, "cmt_a")],
      ["replan_failed", {}],
      ["llm_called", {}],
    ] as const;
    for (const [n, [type, payload]] of events.entries())
      await older`
        insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, plan_version, payload)
        values ('run_a', ${n + 1}, 'local', ${type}, 4, to_timestamp(${n + 1}), '{}', 'cmd', 1, ${JSON.stringify(payload)}::text::json)`;
    await older`
      insert into audit_log (workspace_id, at, actor, action, subject, accepted, details)
      select 'local', to_timestamp(second), ${JSON.stringify(by)}::text::jsonb, 'comment_' || action, 'run_a', true, '{"commentId": "cmt_a"}'
      from (values (1.5, 'added'), (3.5, 'resolved'), (3.6, 'reopened'), (5.5, 'resolved'), (6.5, 'reopened')) told (second, action)`;
    await migrate(url);
    const [a, b] = await older<{ since: number; past: PastComment[] }[]>`
      select since, past from comments order by id`;
    expect(a?.past).toMatchObject([
      { until: 2, status: "open", round: null, text: "Why?", outcome: null },
      { until: 3, status: "sent", round: 1, sentVersion: 1, sentAt: 2_000 },
      { until: 4, status: "addressed", round: 1, outcome: "addressed", answeredVersion: 2, resolvedBy: null },
      { until: 5, status: "sent", round: 2, sentAt: 4_000, outcome: null, answeredVersion: null },
      { until: 6, status: "open", round: 2 },
      { until: 7, status: "resolved", resolvedBy: by },
    ]);
    expect(a?.past).toHaveLength(6);
    expect(b?.past).toMatchObject([
      { until: 2, status: "open" },
      { until: 3, status: "sent" },
    ]);
    expect(b?.past).toHaveLength(2);
    expect(a?.since).toBe(2);
    expect((await older`select since from comment_replies`)[0]).toEqual({ since: 4 });
    expect((await older`select since, ended_since from comment_questions`)[0]).toEqual({
      since: 3,
      ended_since: 5,
    });
  });

  test("counts the tasks of its runs by what came of them", async () => {
    await openOlder();
    const ends = [
      ["a", "succeeded", null, null],
      ["b", "failed", "error", "no disk"],
      ["c", "skipped", "rejected", "no"],
      ["d", "skipped", null, "its condition does not hold: x"],
      ["e", "skipped", null, null],
      ["f", "aborted", null, null],
      ["g", "blocked", null, null],
      ["h", "succeeded", null, null],
    ] as const;
    await older`insert into runs (id, workspace_id, status, phase, settings, plan_version, tasks_total)
      values ('run_a', 'local', 'completed', 'ended', '{}', 2, 8), ('run_b', 'local', 'planning', 'planning', '{}', 0, 0)`;
    await older`insert into plan_versions
        (run_id, version, workspace_id, digest, origin, cause, author, title, task_count, seq, adopted_at, plan)
      values ('run_a', 2, 'local', 'd', 'planner', '', 'planner', 'Plan', 8, 1, now(),
        ${JSON.stringify({ tasks: ends.map(([id]) => ({ id })) })}::text::jsonb)`;
    for (const [id, status, code, diagnosis] of [...ends, ["old", "failed", "error", "replaced"] as const])
      await older`insert into tasks
          (run_id, task_id, workspace_id, place, title, type, agent, critical, lineage, since_version, status, attempt,
           failure_code, diagnosis)
        values ('run_a', ${id}, 'local', 0, '', 'task', '', true, ${id}, 1, ${status}, 1, ${code}, ${diagnosis})`;
    for (const [attempt, outcome, checks] of [
      [1, "failed", [{ layer: "schema", outcome: "failed" }]],
      [2, "succeeded", [{ layer: "schema", outcome: "passed" }]],
    ] as const)
      await older`insert into attempts (run_id, task_id, attempt, workspace_id, started_at, steps, outcome, checks)
        values ('run_a', 'a', ${attempt}, 'local', now(), 1, ${outcome}, ${JSON.stringify(checks)}::text::jsonb)`;
    await migrate(url);
    const [a, b] = await older`select task_totals as totals from runs order by id`;
    const one = { failed: 1, rejected: 1, blocked: 1, skipped: 1 };
    expect(a?.totals).toEqual({
      ...{ total: 8, open: 0, done: 2, unneeded: 2, ...one },
      ...{ verified: 1, unverified: 1 },
    });
    expect(b?.totals).toEqual(NO_TASKS);
  });

  test("whose user may not create extensions has no index for missions, and everything else", async () => {
    await openOlder();
    const role = `${name}_user`;
    await older`create role ${older(role)}`;
    await older`grant usage, create on schema public to ${older(role)}`;
    for (const { table } of await older<{ table: string }[]>`
      select tablename as table from pg_tables where schemaname = 'public'`) {
      await older`alter table ${older(table)} owner to ${older(role)}`;
    }
    const { entries } = JSON.parse(await readFile(join(projectRoot, "drizzle/meta/_journal.json"), "utf8"));
    const file = await readFile(join(projectRoot, "drizzle", `${entries[MIGRATION].tag}.sql`), "utf8");
    await older`set role ${older(role)}`;
    for (const statement of file.split("--> statement-breakpoint")) await older.unsafe(statement);
    await older`reset role`;
    expect(await older`select 1 from pg_extension where extname = 'pg_trgm'`).toEqual([]);
    expect(await older`select 1 from pg_indexes where indexname = 'runs_by_mission'`).toEqual([]);
    expect((await constraintsOf(older, "c")).length).toBeGreaterThan(30);
    await older`drop owned by ${older(role)}`;
    await older`drop role ${older(role)}`;
  });

  test("finds the extension in whatever schema it stands", async () => {
    await openOlder();
    await older`create schema extras`;
    await older`create extension pg_trgm schema extras`;
    await migrate(url);
    expect(await older`select 1 from pg_indexes where indexname = 'runs_by_mission'`).toHaveLength(1);
  });
});
