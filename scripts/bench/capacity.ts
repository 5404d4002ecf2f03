import postgres, { type Sql } from "postgres";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { startEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { type Needs, needsAt, type UnitCosts } from "./capacity/needs";
import { busiestByHash, busiestByTable, zipfShares } from "./capacity/placement";
import { inParallel } from "./cluster/client";
import { serverCpuSeconds } from "./cluster/server-cpu";
import { type Databases, withDatabases } from "./databases";
import { chain } from "./engine";
import { writePage } from "./page";
import { type Measured, median, rounded, writeRows } from "./results";

/** Tasks of agents a second that count as 1×: about a third of what two processors do. */
const BASE_RATE = 50;
const RUN = { tasks: 20, openSeconds: 600 };
const RUNS = 60;
const WARM_UP_RUNS = 10;
const QUEUED = { few: 1_000, many: 1_000_000 };
const CLAIMS = 40;
const CLAIM_SIZE = 10;
const LISTENERS = 60;
const NOTICES = 2_000;
/** What a notice of a busy process carries: some twenty runs with their cursors. */
const NOTICE_BYTES = 600;
const COMMIT_CLIENTS = 16;
const COMMITS_EACH = 400;
const SHARDING = { databases: 16, workspaces: 1_000, exponent: 0.8 };

/**
 * What ten and a hundred times the load of one machine need: costs of one task and of what does not grow in a line (the
 * job table, notices), measured here, and what they come to at those rates.
 */
export async function benchCapacity(): Promise<boolean> {
  const [rows, needs] = await withDatabases(async (databases) => {
    const unit = await unitCosts(databases);
    console.log(JSON.stringify(unit));
    const notice = { serverUs: await noticeServerUs(databases) };
    const claims = await claimMs(databases);
    const commitsPerSecond = await bareCommitsPerSecond(databases);
    const at = (factor: number) => needsAt(BASE_RATE * factor, unit, notice, RUN);
    const needs = { "1": at(1), "10": at(10), "100": at(100) };
    return [rowsOf({ unit, notice, claims, commitsPerSecond, needs }), needs] as const;
  });
  const allHold = writeRows("capacity", rows, { run: RUN, needs: roundedNeeds(needs) });
  writePage();
  return allHold;
}

type Found = {
  unit: UnitCosts;
  notice: { serverUs: number };
  claims: Record<keyof typeof QUEUED, number>;
  commitsPerSecond: number;
  needs: Record<"1" | "10" | "100", Needs>;
};

function rowsOf({ unit, notice, claims, commitsPerSecond, needs }: Found): Measured[] {
  const shares = zipfShares(SHARDING.workspaces, SHARDING.exponent);
  const placed = busiestByTable(shares, SHARDING.databases);
  const ten = needs["10"];
  const perTask = Object.entries(unit).map(([name, value]) => [`${name}PerTask`, rounded(value)]);
  return [
    {
      row: "milliseconds to claim ten runs where a million wait, over those where a thousand do",
      value: rounded(claims.many / claims.few),
      target: 3,
      figures: { fewMs: rounded(claims.few), manyMs: rounded(claims.many) },
    },
    {
      row: "commits a second at 10×, over those of sixteen bare clients here",
      value: rounded(ten.commitsPerSecond / commitsPerSecond),
      target: 1,
      figures: { bareCommitsPerSecond: rounded(commitsPerSecond) },
    },
    {
      row: "processors of the one server at 10×",
      value: rounded(ten.serverCores),
      target: 16,
      figures: Object.fromEntries(perTask),
    },
    {
      row: "processors of the one server that notices take at 10×",
      value: rounded(ten.noticeCores),
      target: 1,
      figures: {
        serverUsPerNotice: rounded(notice.serverUs),
        coresAtHundred: rounded(needs["100"].noticeCores),
      },
    },
    {
      row: "load of the busiest of 16 databases over the mean, a thousand workspaces placed by a table",
      value: rounded(placed),
      target: 1.25,
      figures: {
        byHash: rounded(busiestByHash(shares, SHARDING.databases)),
        largestWorkspace: rounded(shares[0] ?? Number.NaN),
      },
    },
  ];
}

const roundedNeeds = (needs: Found["needs"]) =>
  Object.fromEntries(
    Object.entries(needs).map(([factor, of]) => [
      factor,
      Object.fromEntries(Object.entries(of).map(([name, value]) => [name, rounded(value)])),
    ]),
  );

/** Many runs of agents at once on one worker whose model answers at once. */
async function unitCosts({ create, asOwner, dataDir }: Databases): Promise<UnitCosts> {
  const databaseUrl = await create();
  const model = createScriptedModel(({ role }) => (role === "answer" ? "All is done." : "done"));
  const engine = await startEngine({ databaseUrl, model });
  const sql = postgres(asOwner(databaseUrl), { max: 1 });
  const play = (runs: number) =>
    inParallel(runs, runs, async () => {
      const runId = await engine.createRun({ mission: "Measure", plan: chain(RUN.tasks) });
      await engine.waitFor(runId, ({ finished }) => finished !== undefined);
      model.requests.length = 0;
    });
  try {
    await play(WARM_UP_RUNS);
    const before = await countersOf(sql, dataDir);
    await play(RUNS);
    const after = await countersOf(sql, dataDir);
    const perTask = (counter: keyof typeof after) => (after[counter] - before[counter]) / (RUNS * RUN.tasks);
    return {
      commits: perTask("commits"),
      logKb: perTask("logBytes") / 1_000,
      storedKb: perTask("storedBytes") / 1_000,
      serverMs: perTask("serverSeconds") * 1_000,
      workerMs: perTask("workerSeconds") * 1_000,
    };
  } finally {
    await sql.end();
    await engine.stop();
  }
}

async function countersOf(sql: Sql, dataDir: string) {
  const [row] = await sql<{ commits: number; logBytes: number; storedBytes: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as commits,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "logBytes",
      pg_database_size(current_database())::float8 as "storedBytes"`;
  if (!row) throw new Error("The server has no counters");
  const { user, system } = process.cpuUsage();
  return { ...row, serverSeconds: serverCpuSeconds(dataDir), workerSeconds: (user + system) / 1e6 };
}

/** Processor time of the server for a notice, for each process that hears it. */
async function noticeServerUs({ create, asOwner, dataDir }: Databases): Promise<number> {
  const url = asOwner(await create());
  const listeners = Array.from({ length: LISTENERS }, () => postgres(url, { max: 1 }));
  const sender = postgres(url, { max: 1 });
  let heard = 0;
  let allHeard = () => {};
  const done = new Promise<void>((resolve) => {
    allHeard = resolve;
  });
  try {
    for (const sql of listeners)
      await sql.listen("bench_notices", () => {
        heard += 1;
        if (heard === LISTENERS * NOTICES) allHeard();
      });
    const before = serverCpuSeconds(dataDir);
    for (let n = 0; n < NOTICES; n += 1)
      await sender`select pg_notify('bench_notices', ${String(n).padEnd(NOTICE_BYTES, ".")})`;
    await done;
    return ((serverCpuSeconds(dataDir) - before) * 1e6) / (LISTENERS * NOTICES);
  } finally {
    await Promise.all([sender, ...listeners].map((sql) => sql.end()));
  }
}

/** How long a worker's claim takes, by how many runs wait: in two databases, in turns. */
async function claimMs(databases: Databases): Promise<Found["claims"]> {
  const [few, many] = [await openQueue(databases, QUEUED.few), await openQueue(databases, QUEUED.many)];
  const samples = { few: [] as number[], many: [] as number[] };
  try {
    for (let n = 0; n < CLAIMS; n += 1) {
      samples.few.push(await few.claim());
      samples.many.push(await many.claim());
    }
    return { few: median(samples.few), many: median(samples.many) };
  } finally {
    await few.close();
    await many.close();
  }
}

/** Jobs of so many runs that wait, and a worker's way to claim some of them. */
async function openQueue({ create, asOwner }: Databases, queued: number) {
  const url = asOwner(await create());
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const jobs = createPgBossJobs({ url, log: silentLog });
  await jobs.start({ supervise: false });
  const executeSql = async (text: string, values?: unknown[]) => ({
    rows: await sql.unsafe(text, values as never[]),
  });
  await jobs.enqueue({ executeSql }, "run_0");
  await queueRuns(sql, queued);
  return {
    async claim(): Promise<number> {
      const startedAt = performance.now();
      const claims = await jobs.claim(CLAIM_SIZE);
      if (claims.length !== CLAIM_SIZE) throw new Error(`${claims.length} runs were claimed`);
      return performance.now() - startedAt;
    },
    async close(): Promise<void> {
      await jobs.stop();
      await sql.end();
    },
  };
}

/** Copies of a job that waits, under names of their own, until there are so many. */
async function queueRuns(sql: Sql, queued: number): Promise<void> {
  await sql`
    insert into pgboss.job select copy.*
    from (select whole from pgboss.job whole where name = 'runs' and state = 'created' limit 1) one,
      generate_series(1, ${queued}::int - (select count(*)::int from pgboss.job where state = 'created')) n,
      lateral jsonb_populate_record(one.whole, jsonb_build_object(
        'id', gen_random_uuid(), 'singleton_key', 'run_' || n || gen_random_uuid())) copy`;
  await sql`vacuum analyze pgboss.job`;
}

/** What the server takes of clients that write one row a transaction. */
async function bareCommitsPerSecond({ create, asOwner }: Databases): Promise<number> {
  const sql = postgres(asOwner(await create()), { max: COMMIT_CLIENTS, onnotice: () => {} });
  try {
    await sql`create table bench_rows (id bigserial primary key, payload text)`;
    const commits = COMMIT_CLIENTS * COMMITS_EACH;
    const insert = () => sql`insert into bench_rows (payload) values ('a short row')`;
    await inParallel(COMMIT_CLIENTS * 10, COMMIT_CLIENTS, insert);
    const startedAt = performance.now();
    await inParallel(commits, COMMIT_CLIENTS, insert);
    return (commits * 1_000) / (performance.now() - startedAt);
  } finally {
    await sql.end();
  }
}
