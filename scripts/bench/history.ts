import { mkdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import postgres from "postgres";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { type Actor, localPerson as actor } from "@/lib/auth/actor";
import { type App, assembleApp } from "@/lib/compose";
import { sameSetup } from "@/lib/engine/workspaces";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { createToolbox } from "@/lib/tools";
import { destroyDatabase, ensureDatabase, migrate } from "../database";
import { applicationRole } from "../database/application-role";
import { growHistory } from "./history/grow";
import { EXPLAIN_SETTINGS, explainEverything, ranDuring } from "./history/statements";
import { median, writeRows } from "./results";

const RUNS = 10_000;
const EVENTS = 1_000_000;
const LONG_EVENTS = 10_000;
const SAMPLES = 60;
const OPENINGS = 7;
const TARGETS = { p95Ms: 300, queries: 6, longRunMs: 1_000 };

const A_YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);

type Services = App["services"];
type Query = { name: string; ask(services: Services, nth: number): Promise<unknown> };
type Measured = { p50Ms: number; p95Ms: number; queries: number; statements: object[] };

/**
 * What a year of history costs: 10 000 runs with 1 000 000 events, of runs that the engine played and copies of them,
 * behind the services on a real PostgreSQL. Every reading is of another run, page or word, so that no cache helps. What
 * the server ran for each, with plans, stands in the result.
 */
export async function benchHistory(): Promise<boolean> {
  const dataDir = join(tmpdir(), `waymark-bench-${process.pid}`);
  mkdirSync(dataDir, { mode: 0o755 });
  const database = await ensureDatabase({ dataDir, settings: EXPLAIN_SETTINGS });
  const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
  try {
    await migrate(database.ownerUrl, database.url);
    const beganAt = performance.now();
    await owner`set synchronous_commit = off`;
    const longRun = await growHistory(
      { url: database.url, owner },
      { runs: RUNS, events: EVENTS, longEvents: LONG_EVENTS },
    );
    await owner.unsafe("vacuum analyze");
    console.log(`grown in ${Math.round((performance.now() - beganAt) / 1_000)} s`);
    const sizes = await sizesOf(owner);
    const ids = await owner<
      { id: string }[]
    >`select id from runs where id <> ${longRun} order by md5(id) limit 5000`;
    const queries = queriesOf(ids.map(({ id }) => id));
    const times = await withServices(database.url, (services) => timesOf(services, queries));
    const long = await openings(database.url, owner, longRun);
    await explainEverything(owner, applicationRole);
    const log = join(realpathSync(join(dataDir, "pg")), "server.log");
    const measured = await withServices(database.url, (services) =>
      withStatements(services, queries, times, log),
    );
    return report({ sizes, long, measured });
  } finally {
    await owner.end();
    await database.stop();
    await destroyDatabase(dataDir);
  }
}

async function sizesOf(owner: postgres.Sql) {
  const [row] = await owner`
    select (select count(*)::int from runs) as runs, (select count(*)::int from run_events) as events,
      (select count(*)::int from model_calls) as "modelCalls",
      round(pg_database_size(current_database()) / 1048576.0)::int as "databaseMb"`;
  const statuses = await owner`select status, count(*)::int as runs from runs group by 1 order by 2 desc`;
  return { ...row, statuses: Object.fromEntries(statuses.map(({ status, runs }) => [status, runs])) };
}

/** A process of its own: it has read no run yet. */
async function withServices<T>(databaseUrl: string, work: (services: Services) => Promise<T>): Promise<T> {
  const setup = sameSetup({ model: createScriptedModel(() => ""), tools: createToolbox([]) });
  const secrets = createSecretBox(() => "a secret of benchmarks");
  const app = await assembleApp(
    { databaseUrl, workspaces: () => setup, secrets, log: silentLog },
    { web: true },
  );
  try {
    return await work(app.services);
  } finally {
    await app.close();
  }
}

/** What pages ask for; the `nth` time of another run, page or word. */
function queriesOf(ids: readonly string[]): Query[] {
  let taken = 0;
  const next = () => {
    taken += 1;
    return { actor: actor as Actor, input: { runId: ids[taken % ids.length] ?? "" } };
  };
  let cursor: string | undefined;
  const list = (services: Services, input: object) => services.runs.list({ actor, input });
  return [
    { name: "list", ask: (services) => list(services, {}) },
    {
      name: "list, page after page",
      ask: async (services) => {
        const page = await services.runs.list({ actor, input: cursor === undefined ? {} : { cursor } });
        cursor = page.nextCursor ?? undefined;
      },
    },
    { name: "list of failed runs", ask: (services) => list(services, { status: ["failed", "aborted"] }) },
    { name: "list of runs that wait for a person", ask: (services) => list(services, { gate: "open" }) },
    {
      name: "search for one run",
      ask: (services, nth) => list(services, { text: `case ${1_000 + nth * 83} in` }),
    },
    { name: "search for many runs", ask: (services) => list(services, { text: "in Lisbon" }) },
    { name: "search for none", ask: (services, nth) => list(services, { text: `zeppelin ${nth}` }) },
    { name: "search for two letters", ask: (services) => list(services, { text: "zq" }) },
    { name: "run page", ask: (services) => services.runs.view(next()) },
    { name: "costs", ask: (services) => services.runs.costs(next()) },
    { name: "calls", ask: (services) => services.runs.calls(next()) },
    { name: "open gates", ask: (services) => services.approvals.list({ actor, input: {} }) },
    {
      name: "closed gates",
      ask: (services) => services.approvals.list({ actor, input: { status: "closed" } }),
    },
    { name: "replans of all runs", ask: (services) => services.replans.list({ actor, input: {} }) },
    { name: "costs of all runs", ask: (services) => services.costs.report({ actor, input: {} }) },
    {
      name: "costs of a year",
      ask: (services) => services.costs.report({ actor, input: { from: A_YEAR_AGO } }),
    },
    { name: "forecast errors", ask: (services) => services.forecasts.errors({ actor, input: {} }) },
    { name: "data retention", ask: (services) => services.retention.get({ actor, input: {} }) },
  ];
}

async function timesOf(services: Services, queries: readonly Query[]): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (const { name, ask } of queries) {
    // The first time statements are prepared.
    await ask(services, SAMPLES);
    const samples: number[] = [];
    for (let nth = 0; nth < SAMPLES; nth += 1) samples.push(await msOf(() => ask(services, nth)));
    times.set(
      name,
      samples.sort((a, b) => a - b),
    );
  }
  return times;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const quantile = (sorted: readonly number[], share: number): number =>
  rounded(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** Once more, with all that the server runs for it. */
async function withStatements(
  services: Services,
  queries: readonly Query[],
  times: Map<string, number[]>,
  log: string,
): Promise<Record<string, Measured>> {
  const measured: Record<string, Measured> = {};
  for (const { name, ask } of queries) {
    await ask(services, SAMPLES + 1);
    const statements = await ranDuring(log, () => ask(services, SAMPLES + 2));
    const samples = times.get(name) ?? [];
    measured[name] = {
      p50Ms: quantile(samples, 0.5),
      p95Ms: quantile(samples, 0.95),
      queries: statements.length,
      statements,
    };
  }
  return measured;
}

/** How long the page of the long run takes a process that has never seen it: by all its events, and by its snapshot. */
async function openings(databaseUrl: string, owner: postgres.Sql, runId: string) {
  const open = () =>
    withServices(databaseUrl, async (services) => {
      await services.runs.list({ actor, input: {} });
      return msOf(() => services.runs.view({ actor, input: { runId } }));
    });
  const [row] = await owner`select count(*)::int as events from run_events where run_id = ${runId}`;
  const withSnapshot = await medianOf(open);
  await owner`delete from run_snapshots where run_id = ${runId}`;
  const withoutSnapshot = await medianOf(open);
  return { events: row?.events as number, withSnapshotMs: withSnapshot, withoutSnapshotMs: withoutSnapshot };
}

async function medianOf(work: () => Promise<number>): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) samples.push(await work());
  return rounded(median(samples));
}

type Result = {
  sizes: object;
  long: Awaited<ReturnType<typeof openings>>;
  measured: Record<string, Measured>;
};

function report({ sizes, long, measured }: Result): boolean {
  console.log(JSON.stringify(sizes));
  for (const [name, { p50Ms, p95Ms, queries }] of Object.entries(measured))
    console.log(`${name}: p50 ${p50Ms} ms, p95 ${p95Ms} ms, ${queries} queries`);
  const all = Object.values(measured);
  const { withSnapshotMs, withoutSnapshotMs } = long;
  const rows = [
    [
      "milliseconds of a list, search or page over a year of runs, at 95 %",
      Math.max(...all.map(({ p95Ms }) => p95Ms)),
      TARGETS.p95Ms,
    ],
    ["queries of any of them", Math.max(...all.map(({ queries }) => queries)), TARGETS.queries],
    [
      "milliseconds until a run of 10 000 events is open",
      Math.max(withSnapshotMs, withoutSnapshotMs),
      TARGETS.longRunMs,
    ],
  ] as const;
  return writeRows(
    "history",
    rows.map(([row, value, target]) => ({ row, value, target })),
    { sizes, long, measured },
  );
}
