import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { isRunning, scriptPreloads, spawnNode, stopChild } from "../../lib/child";
import { projectRoot } from "../../lib/paths";
import { freePort } from "../../lib/port";

const REPORTS = ["--import", pathToFileURL(`${projectRoot}/scripts/bench/cluster/cpu-report.mjs`).href];
const READY_MS = 60_000;
const PROBE_MS = 50;
/** As the supervisor of `npm start` has it: a worker drains for ten seconds. */
const STOP_GRACE_MS = 12_000;
const KEPT_OUTPUT_CHARS = 4_000;
/** The line of its log by which a worker says that it is ready. */
const TAKES_RUNS = "The worker takes runs";

export type ClusterOptions = {
  databaseUrl: string;
  /** Folder of keys and sessions. */
  dataDir: string;
  workers: number;
  webs: number;
  /** How fast the simulated model answers. */
  pace?: "instant" | "natural";
};

export type Cluster = {
  /** Addresses of the web processes. */
  addresses: readonly string[];
  /** Processor time that all of its processes have used since they began. */
  cpuSeconds(): Promise<number>;
  /** Stops each process in turn with SIGTERM, and starts another in its place before the next one stops. */
  restartAll(): Promise<number>;
  stop(): Promise<void>;
};

type Member = { child: ChildProcess; start(): Promise<ChildProcess> };

/** Worker and web processes as an installation of many has them, on one database. Quotas are lifted. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { databaseUrl, dataDir, pace = "instant" } = options;
  const env = {
    DATABASE_URL: databaseUrl,
    WAYMARK_DATA_DIR: dataDir,
    NODE_ENV: "production",
    AUTH_TOKEN: "off",
    WAYMARK_QUOTAS: "off",
    WAYMARK_SIMULATED_PACE: pace,
    WAYMARK_LOG_LEVEL: "info",
    WAYMARK_MODEL: undefined,
    WAYMARK_MODEL_LIMITS: undefined,
  };
  const ports: number[] = [];
  for (let n = 0; n < options.webs; n += 1) ports.push(await freePort());
  const starts = [
    ...Array.from({ length: options.workers }, () => () => startWorker(env)),
    ...ports.map((port) => () => startWeb({ ...env, PORT: String(port) }, port)),
  ];
  const members = await Promise.all(
    starts.map(async (start): Promise<Member> => ({ child: await start(), start })),
  );
  return {
    addresses: ports.map(addressOf),
    async cpuSeconds() {
      const each = await Promise.all(members.map(({ child }) => cpuSecondsOf(child)));
      return each.reduce((sum, seconds) => sum + seconds, 0);
    },
    async restartAll() {
      for (const member of members) {
        await stopChild(member.child, STOP_GRACE_MS);
        if (member.child.signalCode === "SIGKILL") throw new Error("A process did not end when it was asked");
        member.child = await member.start();
      }
      return members.length;
    },
    async stop() {
      await Promise.all(members.map(({ child }) => stopChild(child, STOP_GRACE_MS)));
    },
  };
}

type Environment = Record<string, string | undefined>;

async function startWorker(env: Environment): Promise<ChildProcess> {
  const child = spawnNode([...scriptPreloads, ...REPORTS, "scripts/worker.ts"], env);
  const says = outputOf(child);
  await whileRunning(child, says, async () => {
    while (!says().includes(TAKES_RUNS)) if (child.stderr) await once(child.stderr, "data");
  });
  return child;
}

async function startWeb(env: Environment, port: number): Promise<ChildProcess> {
  const child = spawnNode([...scriptPreloads, ...REPORTS, "scripts/web.ts"], env);
  const isReady = () =>
    fetch(`${addressOf(port)}/api/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await whileRunning(child, outputOf(child), async () => {
    while (!(await isReady())) await delay(PROBE_MS);
  });
  return child;
}

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

/** The end of what a process prints. */
function outputOf(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = (output + chunk).slice(-KEPT_OUTPUT_CHARS);
    });
  }
  return () => output;
}

/** Waits, but not for a process that has ended, nor without end. */
async function whileRunning(child: ChildProcess, says: () => string, wait: () => Promise<void>) {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, "exit", { signal }).then(() => "ended");
  const late = delay(READY_MS, "is not ready", { signal });
  const outcome = await Promise.race([wait(), ended, late]);
  settled.abort();
  await Promise.allSettled([ended, late]);
  if (outcome !== undefined) throw new Error(`A process ${outcome}:\n${says()}`);
}

async function cpuSecondsOf(child: ChildProcess): Promise<number> {
  if (!isRunning(child)) throw new Error("A process of the cluster has ended");
  const answered = once(child, "message");
  child.send("cpu");
  const [{ cpuSeconds }] = (await answered) as [{ cpuSeconds: number }];
  return cpuSeconds;
}
