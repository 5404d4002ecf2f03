import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import postgres from "postgres";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { localPerson as actor } from "@/lib/auth/actor";
import { type App, assembleApp } from "@/lib/compose";
import { sameSetup } from "@/lib/engine/workspaces";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { createToolbox } from "@/lib/tools";
import { destroyDatabase, ensureDatabase } from "../database";
import { applicationRole } from "../database/application-role";
import { projectRoot } from "../lib/paths";
import { growHistory } from "./history/grow";
import { type Reading, readingsOf } from "./history/readings";
import { EXPLAIN_SETTINGS, explainEverything, ranDuring } from "./history/statements";
import { machineLoad, median, type Measured as Row, writeRows } from "./results";

const RUNS = 10_000;
const EVENTS = 1_000_000;
const LONG_EVENTS = 10_000;
const SAMPLES = 60;
const OPENINGS = 7;
const TARGETS = { queries: 6, longRunMs: 1_000 };

type Services = App["services"];
/** How long each reading took, in order, and how busy the machine was. */
type Times = Map<string, { samples: number[]; load: number }>;
type Measured = {
  targetMs: number;
  inParts?: true;
  p50Ms: number;
  p95Ms: number;
  load: number;
  queries: number;
  statements: object[];
};

/**
 * What a year of history costs: 10 000 runs with 1 000 000 events, of runs that the engine played and copies of them,
 * behind the services on a real PostgreSQL. Every reading is of another run, page or word, so that no cache helps. What
 * the server ran for each, with plans, is written beside the results.
 */
export async function benchHistory(): Promise<boolean> {
  const dataDir = join(tmpdir(), `waymark-bench-${process.pid}`);
  mkdirSync(dataDir, { mode: 0o755 });
  const database = await ensureDatabase({ dataDir, settings: EXPLAIN_SETTINGS });
  const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
  try {
    const beganAt = performance.now();
    const longRun = await growHistory(database, { runs: RUNS, events: EVENTS, longEvents: LONG_EVENTS });
    console.log(`grown in ${Math.round((performance.now() - beganAt) / 1_000)} s`);
    const sizes = await sizesOf(owner);
    const ids = await owner<
      { id: string }[]
    >`select id from runs where id <> ${longRun} order by md5(id) limit 5000`;
    const readings = readingsOf(ids.map(({ id }) => id));
    const times = await withServices(database.url, (services) => timesOf(services, readings));
    const long = await openings(database.url, owner, longRun);
    await explainEverything(owner, applicationRole);
    const log = join(realpathSync(join(dataDir, "pg")), "server.log");
    const measured = await withServices(database.url, (services) =>
      withStatements(services, readings, times, log),
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

async function timesOf(services: Services, readings: readonly Reading[]): Promise<Times> {
  const times: Times = new Map();
  for (const { name, ask } of readings) {
    // The first time statements are prepared.
    await ask(services, SAMPLES);
    const samples: number[] = [];
    for (let nth = 0; nth < SAMPLES; nth += 1) samples.push(await msOf(() => ask(services, nth)));
    times.set(name, { samples: samples.sort((a, b) => a - b), load: machineLoad() });
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
  readings: readonly Reading[],
  times: Times,
  log: string,
): Promise<Record<string, Measured>> {
  const measured: Record<string, Measured> = {};
  for (const { name, targetMs, inParts, ask } of readings) {
    await ask(services, SAMPLES + 1);
    const statements = await ranDuring(log, () => ask(services, SAMPLES + 2));
    const { samples = [], load = Number.NaN } = times.get(name) ?? {};
    measured[name] = {
      targetMs,
      ...(inParts && { inParts }),
      p50Ms: quantile(samples, 0.5),
      p95Ms: quantile(samples, 0.95),
      load,
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
  for (const [name, { p50Ms, p95Ms, load, queries }] of Object.entries(measured))
    console.log(`${name}: p50 ${p50Ms} ms, p95 ${p95Ms} ms, ${queries} queries, load ${load}`);
  const { withSnapshotMs, withoutSnapshotMs } = long;
  const rows: Row[] = [
    ...Object.entries(measured).map(([name, { targetMs, p50Ms, p95Ms, load, queries }]) => ({
      row: `${name}: milliseconds at 95 %`,
      value: p95Ms,
      target: targetMs,
      figures: { medianMs: p50Ms, queries, load },
    })),
    {
      row: "queries of any of them that is not read in parts",
      value: Math.max(...Object.values(measured).flatMap(({ inParts, queries }) => (inParts ? [] : queries))),
      target: TARGETS.queries,
    },
    {
      row: "milliseconds until a run of 10 000 events is open",
      value: Math.max(withSnapshotMs, withoutSnapshotMs),
      target: TARGETS.longRunMs,
      figures: { withSnapshotMs, withoutSnapshotMs },
    },
  ];
  const plans = join(projectRoot, ".waymark/bench/history-statements.json");
  mkdirSync(dirname(plans), { recursive: true });
  writeFileSync(
    plans,
    JSON.stringify(
      Object.entries(measured).map(([name, { statements }]) => ({ name, statements })),
      null,
      2,
    ),
  );
  console.log(`Statements and their plans: ${plans}`);
  return writeRows("history", rows, { sizes, long });
}
