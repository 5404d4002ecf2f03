import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Model } from "@/lib/core/ports";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { createPostgresProxy, type PostgresProxy } from "@/lib/testing/database/postgres-proxy";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

const LENGTH = 100;
/** The tasks that are counted, by their place in the chain: the first ones find caches empty. */
const FROM = 10;
const TO = 90;

let testDatabase: TestDatabase;
let engine: TestEngine;
let sql: postgres.Sql;
/** What the worker asks of the database goes through it. */
let proxy: PostgresProxy;

/** Answers at once, in two pieces, as a stream. */
function streamingModel(): Model {
  const answering = createScriptedModel(({ role }) =>
    role === "answer" ? "All is done." : "Done and told.",
  );
  return {
    list: answering.list,
    async call(request, context) {
      const response = await answering.call(request, context);
      for (const piece of [response.text.slice(0, 4), response.text.slice(4)]) context.onText?.(piece);
      return response;
    },
  };
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  sql = postgres(testDatabase.url, { max: 1 });
  proxy = await createPostgresProxy(testDatabase.url);
  const urls = { databaseUrl: testDatabase.url, workerDatabaseUrl: proxy.url };
  engine = await startEngine({ ...urls, model: streamingModel() });
});

afterAll(async () => {
  await engine?.stop();
  await proxy?.close();
  await sql?.end();
  await testDatabase?.drop();
});

const idOf = (n: number) => `task_${n}`;

function chain(task: object) {
  const tasks = Array.from({ length: LENGTH }, (_, n) => ({
    id: idOf(n),
    title: `Task ${n}`,
    dependsOn: n === 0 ? [] : [idOf(n - 1)],
    ...task,
  }));
  return { title: "A chain", tasks };
}

/** The transactions that left a row in any table between the starts of two tasks, per task. */
async function writesPerTask(runId: string): Promise<number> {
  const [bounds] = await sql<{ first: string; last: string }[]>`
    select min(xmin::text::bigint) filter (where payload ->> 'taskId' = ${idOf(FROM)}) as first,
      min(xmin::text::bigint) filter (where payload ->> 'taskId' = ${idOf(TO)}) as last
    from run_events where run_id = ${runId} and type = 'task_started'`;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`;
  const writers = tables
    .map(({ name }) => `select xmin::text::bigint as writer from ${name}`)
    .join(" union ");
  const [counted] = await sql.unsafe<{ writers: number }[]>(
    `select count(*)::int as writers from (${writers}) as every where writer >= $1 and writer < $2`,
    [bounds?.first ?? "", bounds?.last ?? ""],
  );
  return (counted?.writers ?? Number.NaN) / (TO - FROM);
}

async function writesOf(task: object, settings = {}): Promise<number> {
  const runId = await engine.createRun({ mission: "Count", plan: chain(task), settings });
  const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  return writesPerTask(runId);
}

describe("transactions that write, for a task of a chain", () => {
  test("of an agent that answers in one turn: its end, with the start and the reservation of the next", async () => {
    const looks = () => proxy.counts()["run_store.catch_up"] ?? 0;
    const before = looks();
    expect(await writesOf({ input: "Go" })).toBeLessThanOrEqual(1.3);
    // Nobody else changes the run, so that hardly a commit reads it first.
    expect(looks() - before).toBeLessThan(LENGTH / 5);
  });

  test("of the same under a limit of tokens and of cost", async () => {
    const settings = { maxTokens: 10_000_000, maxCostMicroUsd: 1_000_000_000 };
    expect(await writesOf({ input: "Go" }, settings)).toBeLessThanOrEqual(1.3);
  });

  test("of a program: many start and end in one", async () => {
    expect(await writesOf({ type: "direct", input: "(+ 1 2)" })).toBeLessThanOrEqual(0.5);
  });

  test("of a program that a schema looks at: its end, with the start of the next", async () => {
    const task = { type: "direct", input: "(+ 1 2)", outputSchema: { type: "number" } };
    expect(await writesOf(task)).toBeLessThanOrEqual(1.05);
  });
});
