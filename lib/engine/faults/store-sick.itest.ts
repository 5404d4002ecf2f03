import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { systemClock } from "@/lib/adapters/clock";
import type { RouteKey } from "@/lib/http/route-types";
import { createQuotas } from "@/lib/services/quotas";
import { createRoutes } from "@/lib/testing/api-routes";
import { deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { expectDoneOnce, TWO_TASKS } from "@/lib/testing/faults/two-tasks";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { destroyDatabase, ensureDatabase, migrate } from "@/scripts/database";
import { runningPostmaster } from "@/scripts/database/server";
import { temporaryDataDir } from "@/scripts/database/temporary";

// A server of their own that stands still or takes no writes, and the routes of a web process before it.

let dataDir: string;
let url: string;
let ownerUrl: string;
let engine: TestEngine;
let asked = deferred();
let go = deferred();
let begun = 0;

beforeAll(async () => {
  dataDir = await temporaryDataDir("test");
  ({ url, ownerUrl } = await ensureDatabase({ dataDir, settings: { fsync: "off" } }));
  await migrate(ownerUrl, url);
  const model = createScriptedModel(async ({ prompt }) => {
    begun += 1;
    if (!prompt.includes("do first")) return "done";
    asked.resolve();
    await go.promise;
    return "done";
  });
  engine = await startEngine({ databaseUrl: url, model });
});
beforeEach(() => {
  asked = deferred();
  go = deferred();
});
afterEach(() => go.resolve());
afterAll(async () => {
  await engine?.stop();
  await destroyDatabase(dataDir);
});

/** Nobody has one here. */
const noKeys = { callerOf: async () => undefined, watch: () => () => {} };
const { routes } = createRoutes(async () => ({
  services: engine.services,
  keys: noKeys,
  quotas: createQuotas("off", systemClock),
  log: silentLog,
}));
const headers = { host: "localhost:3000", "content-type": "application/json" };
const at = { params: Promise.resolve({}) };

type Answer = { status: number; code: string; retryAfter: string | null; tookMs: number };

/** What the API answers, and after how long. */
async function ask(key: RouteKey & `${string} /api/v1/${"health" | "live" | "runs"}`): Promise<Answer> {
  const [method = "GET", path = ""] = key.split(" ");
  const body = method === "POST" ? { body: JSON.stringify({ mission: "Do it" }) } : {};
  const request = new Request(`http://localhost:3000${path}`, { method, headers, ...body });
  const started = performance.now();
  const handler = {
    "GET /api/v1/health": routes("/api/v1/health").GET,
    "GET /api/v1/live": routes("/api/v1/live").GET,
    "GET /api/v1/runs": routes("/api/v1/runs").GET,
    "POST /api/v1/runs": routes("/api/v1/runs").POST,
  }[key];
  const response = await handler(request, at);
  const { code = "" } = await response.json();
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, code, retryAfter, tookMs: performance.now() - started };
}

const unavailable = { status: 503, code: "unavailable", retryAfter: "2" };

test("a store that is only read is not ready: writes are unavailable, nothing begins, and nothing is lost", async () => {
  const runId = await engine.createRun({ mission: "READ ONLY", plan: TWO_TASKS });
  await asked.promise;
  const before = begun;
  await readOnly("on");
  go.resolve();
  await expect.poll(() => ask("GET /api/v1/health")).toMatchObject(unavailable);
  expect(await ask("GET /api/v1/live")).toMatchObject({ status: 200 });
  expect(await ask("GET /api/v1/runs")).toMatchObject({ status: 200 });
  expect(await ask("POST /api/v1/runs")).toMatchObject(unavailable);
  expect(begun).toBe(before);
  await readOnly("off");
  await expect.poll(() => ask("GET /api/v1/health")).toMatchObject({ status: 200 });
  await expectDoneOnce(engine, runId);
}, 60_000);

test("a full disk is unavailable: writes are refused by the store's own code, nothing begins, and nothing is lost", async () => {
  const runId = await engine.createRun({ mission: "FULL DISK", plan: TWO_TASKS });
  await asked.promise;
  const before = begun;
  await fullDisk("on");
  go.resolve();
  await expect.poll(() => ask("GET /api/v1/health")).toMatchObject(unavailable);
  expect(await ask("GET /api/v1/live")).toMatchObject({ status: 200 });
  expect(await ask("GET /api/v1/runs")).toMatchObject({ status: 200 });
  expect(await ask("POST /api/v1/runs")).toMatchObject(unavailable);
  expect(begun).toBe(before);
  await fullDisk("off");
  await expect.poll(() => ask("GET /api/v1/health")).toMatchObject({ status: 200 });
  await expectDoneOnce(engine, runId);
}, 60_000);

test("a store that stands still is said within a second, by requests within their limit, and continues", async () => {
  const runId = await engine.createRun({ mission: "FROZEN", plan: TWO_TASKS });
  await asked.promise;
  const thaw = await freeze();
  const before = begun;
  try {
    go.resolve();
    const [live, ...others] = await Promise.all([
      ask("GET /api/v1/live"),
      ask("GET /api/v1/health"),
      ask("GET /api/v1/health"),
      ask("GET /api/v1/runs"),
      ask("POST /api/v1/runs"),
    ]);
    expect(live).toMatchObject({ status: 200 });
    for (const answer of others) expect(answer).toMatchObject(unavailable);
    expect(others.slice(0, 2).every(({ tookMs }) => tookMs < 1_500)).toBe(true);
    expect(others.every(({ tookMs }) => tookMs < 12_000)).toBe(true);
    expect(begun).toBe(before);
  } finally {
    thaw();
  }
  await expect.poll(() => ask("GET /api/v1/health"), { timeout: 10_000 }).toMatchObject({ status: 200 });
  await expectDoneOnce(engine, runId);
}, 90_000);

async function readOnly(value: "on" | "off"): Promise<void> {
  const { sql, close } = openDatabase(ownerUrl, { max: 1 });
  await sql.unsafe("set default_transaction_read_only = off");
  await sql.unsafe(`alter system set default_transaction_read_only = ${value}`);
  await sql`select pg_reload_conf()`;
  await close();
}

/** Stops every process of the server; call the result to let them continue. */
async function freeze(): Promise<() => void> {
  const { sql, close } = openDatabase(ownerUrl, { max: 1 });
  const backends = await sql<
    { pid: number }[]
  >`select pid from pg_stat_activity where pid <> pg_backend_pid()`;
  await close();
  const postmaster = runningPostmaster(join(dataDir, "pg"));
  if (!postmaster) throw new Error("The server does not run");
  const pids = [postmaster.pid, ...backends.map(({ pid }) => pid)];
  const tell = (signal: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, signal);
  };
  tell("SIGSTOP");
  return () => tell("SIGCONT");
}

/** Every table of ours takes no row more, as where the disk has no room for its file (53100, `disk_full`). */
async function fullDisk(state: "on" | "off"): Promise<void> {
  const database = openDatabase(ownerUrl, { max: 1 });
  try {
    await database.sql.unsafe(`
      create or replace function disk_is_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      do $$ declare t record; begin
        for t in select tablename from pg_tables where schemaname = 'public' loop
          execute format('drop trigger if exists disk_is_full on public.%I', t.tablename);
          if '${state}' = 'on' then
            execute format('create trigger disk_is_full before insert or update on public.%I
              for each statement execute function disk_is_full()', t.tablename);
          end if;
        end loop;
      end $$;`);
  } finally {
    await database.close();
  }
}
