import postgres from "postgres";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import { buildIfStale } from "../lib/build";
import { createClient, inParallel } from "./cluster/client";
import { type Fairness, fairnessOf, mistakesIn, readStarts, readSuccesses } from "./cluster/evidence";
import { type ClusterOptions, startCluster } from "./cluster/processes";
import { serverCpuSeconds } from "./cluster/server-cpu";
import { type Databases, withDatabases } from "./databases";
import { mixedRunOf, runOf } from "./load/run-input";
import { writePage } from "./page";
import { hearEnds } from "./peers/ends";
import { chain, fan, type GraphTask } from "./peers/graphs";
import { type Measured, machineLoad, median, rounded, writeRows } from "./results";

const ROUNDS = 3;
const RUNS = 100;
/** For each worker: a process that has just begun is still compiling what it runs, some commits of each run. */
const WARM_UP_RUNS = 120;
/** Runs that have much to do, and those that come after them with little. */
const LONG = { runs: 8, tasks: fan(998) };
const SHORT = { runs: 20, tasks: chain(5) };
const CREATES = 300;
const CREATE_ROUNDS = 5;
/** Requests of the client that wait for their answers at the same time. */
const REQUESTS_AT_ONCE = 32;
/** Runs that are open at the same time while processes are restarted. */
const OPEN_RUNS = 40;
const SHAPES = { "fan of 20": fan(18), "chain of 20": chain(20) };
const ONE = { workers: 1, webs: 1 };
const MANY = { workers: 4, webs: 2 };
const OF_MANY = "four workers and two web processes";

type Round = {
  tasksPerCpuSecond: number;
  tasksPerSecond: number;
  serverMsPerTask: number;
};
/**
 * What many processes cost over one of each kind, on one database: tasks of each second of processor time, how even the
 * progress of runs is, whether a rolling restart loses or doubles a task, and how fast runs are created over HTTP.
 */
export async function benchCluster(): Promise<boolean> {
  const loadBefore = machineLoad();
  await buildIfStale(new AbortController().signal, console.log);
  const rows = await withDatabases(async (databases) => {
    const rounds = await playRounds(databases);
    const fairness = await fairnessRows(databases);
    return [...costRows(rounds), ...fairness, await restartRow(databases), await createsRow(databases)];
  });
  const allHold = writeRows("cluster", rows, { loadBefore, rounds: ROUNDS });
  writePage();
  return allHold;
}

async function playRounds(databases: Databases) {
  const rounds: Record<string, Round[]> = {};
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} …`);
    for (const [size, members] of Object.entries({ one: ONE, many: MANY })) {
      const measured = await withCluster(databases, members, (played) =>
        playShapes(databases, played, members.workers * WARM_UP_RUNS),
      );
      for (const [name, one] of Object.entries(measured)) {
        const key = `${size} ${name}`;
        rounds[key] = [...(rounds[key] ?? []), one];
      }
    }
  }
  return rounds;
}

type Played = Awaited<ReturnType<typeof openCluster>>;

/** Processes on a new database, with what watches them. */
async function withCluster<T>(
  databases: Databases,
  members: Partial<ClusterOptions> & typeof ONE,
  work: (played: Played) => Promise<T>,
): Promise<T> {
  const played = await openCluster(databases, members);
  try {
    return await work(played);
  } finally {
    await played.close();
  }
}

async function openCluster(databases: Databases, members: Partial<ClusterOptions> & typeof ONE) {
  const databaseUrl = await databases.create();
  const cluster = await startCluster({ databaseUrl, dataDir: databases.dataDir, ...members });
  const ends = await hearEnds(databases.asOwner(databaseUrl));
  const sql = postgres(databases.asOwner(databaseUrl), { max: 1, onnotice: () => {} });
  return {
    databaseUrl,
    cluster,
    ends,
    sql,
    client: createClient(cluster.addresses),
    async close() {
      await ends.stop();
      await sql.end();
      await cluster.stop();
    },
  };
}

/** Many equal runs at once, of one shape after the other. */
async function playShapes({ dataDir }: Databases, played: Played, warmUpRuns: number) {
  const { cluster, client, ends, sql } = played;
  const measured: Record<string, Round> = {};
  const play = async (tasks: GraphTask[], runs: number) => {
    const runIds = await inParallel(runs, REQUESTS_AT_ONCE, () => client.create(runOf(tasks)));
    await Promise.all(runIds.map(ends.of));
    return runIds;
  };
  for (const [name, tasks] of Object.entries(SHAPES)) {
    await play(tasks, warmUpRuns);
    const before = { cpu: await cluster.cpuSeconds(), server: serverCpuSeconds(dataDir) };
    const beganAt = performance.now();
    const runIds = await play(tasks, RUNS);
    const seconds = (performance.now() - beganAt) / 1_000;
    const [cpu, server] = [await cluster.cpuSeconds(), serverCpuSeconds(dataDir)];
    const successes = await readSuccesses(sql);
    const ids = tasks.map(({ id }) => id);
    const { lost, doubled } = mistakesIn(runIds, ids, successes);
    if (lost + doubled > 0) throw new Error(`${lost} tasks were lost and ${doubled} doubled`);
    const done = RUNS * tasks.length;
    measured[name] = {
      tasksPerCpuSecond: done / (cpu - before.cpu),
      tasksPerSecond: done / seconds,
      serverMsPerTask: ((server - before.server) * 1_000) / done,
    };
  }
  return measured;
}

/** Runs that all wait when four workers come; gives what was done, the runs in their order, and when the first was taken. */
async function playWaiting(databases: Databases, inputs: readonly CreateRunInput[]) {
  return withCluster(databases, { ...ONE, workers: 0 }, async ({ databaseUrl, client, ends, sql }) => {
    const runIds: string[] = [];
    for (const input of inputs) runIds.push(await client.create(input));
    const { dataDir } = databases;
    const workers = await startCluster({ databaseUrl, dataDir, ...MANY, webs: 0 });
    try {
      await Promise.all(runIds.map(ends.of));
    } finally {
      await workers.stop();
    }
    const [first] = await sql<{ atMs: number }[]>`
      select min(extract(epoch from at) * 1000)::float8 as "atMs" from run_events where type = 'lease_taken'`;
    return { successes: await readSuccesses(sql), runIds, beganAtMs: first?.atMs ?? Number.NaN };
  });
}

function costRows(rounds: Record<string, Round[]>): Measured[] {
  return Object.keys(SHAPES).map((name) =>
    costRow(name, rounds[`one ${name}`] ?? [], rounds[`many ${name}`] ?? []),
  );
}

function costRow(name: string, one: readonly Round[], many: readonly Round[]): Measured {
  const medianOf = (rounds: readonly Round[], figure: keyof Round) =>
    median(rounds.map((round) => round[figure]));
  const ratios = many.map(({ tasksPerCpuSecond }, n) => tasksPerCpuSecond / (one[n]?.tasksPerCpuSecond ?? 0));
  const ofOne = medianOf(one, "tasksPerCpuSecond");
  const ofMany = medianOf(many, "tasksPerCpuSecond");
  return {
    row: `${RUNS} runs of a ${name}, tasks a CPU second of ${OF_MANY}, over those of one each`,
    value: rounded(ofMany / ofOne),
    target: 0.8,
    least: true,
    figures: {
      tasksPerCpuSecond: rounded(ofMany),
      ofOne: rounded(ofOne),
      tasksPerSecond: rounded(medianOf(many, "tasksPerSecond")),
      tasksPerSecondOfOne: rounded(medianOf(one, "tasksPerSecond")),
      ...knownOnly({
        serverMsPerTask: medianOf(many, "serverMsPerTask"),
        serverMsPerTaskOfOne: medianOf(one, "serverMsPerTask"),
      }),
      least: rounded(Math.min(...ratios)),
      most: rounded(Math.max(...ratios)),
    },
  };
}

/** Equal runs with work for models, which hold slots: what one of them gets of the workers, the others do not. */
async function fairnessRows(databases: Databases): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const [name, tasks] of Object.entries(SHAPES)) {
    console.log(`${RUNS} runs of a ${name} that wait …`);
    const rounds: Fairness[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const inputs = Array.from({ length: RUNS }, () => mixedRunOf(tasks));
      const { successes, runIds, beganAtMs } = await playWaiting(databases, inputs);
      rounds.push(fairnessOf(successes, runIds, beganAtMs));
    }
    const medianOf = (figure: keyof Fairness) => rounded(median(rounds.map((one) => one[figure])));
    rows.push({
      row: `${RUNS} equal runs of a ${name} with models that wait for four workers, the last end over the middle one`,
      value: medianOf("slowest"),
      target: 1.5,
      figures: { evenness: medianOf("evenness"), busiestWorkerOverMean: medianOf("busiest") },
    });
  }
  return [...rows, await shortRunsRow(databases)];
}

/** Programs end in the commits that start them, run by run: a long run is to give way between two of its commits. */
async function shortRunsRow(databases: Databases): Promise<Measured> {
  console.log("Short runs behind long ones …");
  const samples: { waited: number; seconds: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const inputs = [
      ...Array.from({ length: LONG.runs }, () => runOf(LONG.tasks)),
      ...Array.from({ length: SHORT.runs }, () => runOf(SHORT.tasks)),
    ];
    const { successes, runIds, beganAtMs } = await playWaiting(databases, inputs);
    const short = new Set(runIds.slice(LONG.runs));
    const lastOf = (all: typeof successes) => Math.max(...all.map(({ atMs }) => atMs)) - beganAtMs;
    const allMs = lastOf(successes);
    samples.push({
      waited: lastOf(successes.filter(({ runId }) => short.has(runId))) / allMs,
      seconds: allMs / 1_000,
    });
  }
  return {
    row: `${SHORT.runs} runs of ${SHORT.tasks.length} programs behind ${LONG.runs} of ${LONG.tasks.length}, the last short end over the end of all`,
    value: rounded(median(samples.map(({ waited }) => waited))),
    target: 0.25,
    figures: { seconds: rounded(median(samples.map(({ seconds }) => seconds))) },
  };
}

/** Each process is stopped and replaced in turn, while runs are created and moved. */
async function restartRow(databases: Databases): Promise<Measured> {
  console.log("A rolling restart …");
  return withCluster(databases, { ...MANY, pace: "natural" }, async ({ cluster, client, ends, sql }) => {
    const tasks = chain(6);
    const runIds: string[] = [];
    const done = new AbortController();
    const lanes = Array.from({ length: OPEN_RUNS }, async () => {
      while (!done.signal.aborted) {
        const runId = await client.create(mixedRunOf(tasks));
        runIds.push(runId);
        await ends.of(runId);
      }
    });
    const beganAt = performance.now();
    const restarts = await cluster.restartAll().finally(() => done.abort());
    const seconds = (performance.now() - beganAt) / 1_000;
    await Promise.all(lanes);
    const ids = tasks.map(({ id }) => id);
    const { lost, doubled } = mistakesIn(runIds, ids, await readSuccesses(sql));
    const again = (await readStarts(sql)).filter(({ times }) => times > 1).length;
    const [stored] = await sql<{ runs: number }[]>`select count(*)::int as runs from runs`;
    const all = runIds.length * tasks.length;
    return {
      row: `tasks done exactly once while ${OF_MANY} are restarted in turn, over all`,
      value: (all - lost - doubled) / all,
      target: 1,
      least: true,
      figures: {
        tasks: all,
        lost,
        doubled,
        restarts,
        seconds: rounded(seconds),
        effectsStartedAgain: again,
        requestsSentAgain: client.repeats(),
        runsCreatedTwice: (stored?.runs ?? Number.NaN) - runIds.length,
      },
    };
  });
}

/** Runs with a plan that web processes create over HTTP, as fast as they take them, while no worker runs. */
async function createsRow(databases: Databases): Promise<Measured> {
  console.log("Creating runs …");
  return withCluster(databases, { ...MANY, workers: 0 }, async ({ cluster, client }) => {
    const input = runOf(SHAPES["chain of 20"]);
    const cpuNow = async () => ({
      web: await cluster.cpuSeconds(),
      server: serverCpuSeconds(databases.dataDir),
      client: process.cpuUsage(),
    });
    await inParallel(CREATES, REQUESTS_AT_ONCE, () => client.create(input));
    const samples: number[] = [];
    const before = await cpuNow();
    for (let round = 0; round < CREATE_ROUNDS; round += 1) {
      const startedAt = performance.now();
      await inParallel(CREATES, REQUESTS_AT_ONCE, () => client.create(input));
      samples.push((CREATES * 1_000) / (performance.now() - startedAt));
    }
    const after = await cpuNow();
    const { user, system } = process.cpuUsage(before.client);
    const msPerRun = (seconds: number) => (seconds * 1_000) / (CREATE_ROUNDS * CREATES);
    return {
      row: "runs with a plan of 20 tasks that two web processes create a second, over HTTP",
      value: rounded(median(samples)),
      target: 150,
      least: true,
      figures: knownOnly({
        least: Math.min(...samples),
        most: Math.max(...samples),
        webCpuMsPerRun: msPerRun(after.web - before.web),
        serverCpuMsPerRun: msPerRun(after.server - before.server),
        clientCpuMsPerRun: msPerRun((user + system) / 1e6),
      }),
    };
  });
}

/** The figures that are known, rounded. */
function knownOnly(figures: Record<string, number>): Record<string, number> {
  const known = Object.entries(figures).filter(([, value]) => !Number.isNaN(value));
  return Object.fromEntries(known.map(([name, value]) => [name, rounded(value)]));
}
