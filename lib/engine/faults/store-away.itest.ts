import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { expectDoneOnce, TWO_TASKS } from "@/lib/testing/faults/two-tasks";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { destroyDatabase, ensureDatabase, migrate } from "@/scripts/database";
import { temporaryDataDir } from "@/scripts/database/temporary";

const TOO_MANY_CLIENTS = "53300";
const settings = { fsync: "off", max_connections: "60" };

let dataDir: string;
let url: string;
let engine: TestEngine;
let failed: string[] = [];
let asked = deferred();
let go = deferred();

beforeAll(async () => {
  dataDir = await temporaryDataDir("test");
  ({ ownerUrl: url } = await ensureDatabase({ dataDir, settings }));
  await migrate(url);
  const model = createScriptedModel(async ({ prompt }) => {
    if (!prompt.includes("do first")) return "done";
    asked.resolve();
    await go.promise;
    return "done";
  });
  const warn = (fields: object, message: string) => {
    if (!("err" in fields)) return;
    const code = String((fields.err as { code?: string }).code);
    // On a busy machine the run may be given up before its commit is tried: then the worker that takes it back sees it first.
    if (code === TOO_MANY_CLIENTS) full.resolve();
    if (!message.startsWith("A commit failed")) return;
    failed.push(code);
    struck.resolve();
  };
  engine = await startEngine({ databaseUrl: url, model, log: { ...silentLog, warn } });
});

/** A commit has failed; somebody had no connection because there was none. */
let struck = deferred();
let full = deferred();

beforeEach(() => {
  failed = [];
  asked = deferred();
  go = deferred();
  struck = deferred();
  full = deferred();
});

afterAll(async () => {
  await engine?.stop();
  await destroyDatabase(dataDir);
});

test("a restart of PostgreSQL in the middle of a run is waited for; nothing is lost or done twice", async () => {
  const runId = await engine.createRun({ mission: "RESTART", plan: TWO_TASKS });
  await asked.promise;
  await (await ensureDatabase({ dataDir, settings })).stop();
  go.resolve();
  await struck.promise;
  const again = await ensureDatabase({ dataDir, settings });
  expect(again).toMatchObject({ started: true, ownerUrl: url });
  await expectDoneOnce(engine, runId);
  expect(failed.length).toBeGreaterThan(0);
}, 90_000);

test("a server without free connections is waited for; the run continues when there are some", async () => {
  const runId = await engine.createRun({ mission: "FULL", plan: TWO_TASKS });
  await asked.promise;
  const hogs = await takeEveryConnection();
  go.resolve();
  await full.promise;
  await Promise.all(hogs.map((hog) => hog.end({ timeout: 1 })));
  await expectDoneOnce(engine, runId);
}, 90_000);

/** Ends everyone else's connections and takes their places, until all are taken and nobody else has one. */
async function takeEveryConnection(): Promise<Sql[]> {
  const hogs: Sql[] = [];
  for (;;) {
    const hog = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: "hog" } });
    try {
      await endOthers(hog);
      hogs.push(hog);
    } catch {
      await hog.end({ timeout: 0 });
      const [first] = hogs;
      if (first && (await endOthers(first)) === 0) return hogs;
    }
  }
}

async function endOthers(hog: Sql): Promise<number> {
  const ended = await hog`select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and application_name <> 'hog'`;
  return ended.length;
}
