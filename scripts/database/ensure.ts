import { existsSync } from "node:fs";
import { realpath, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Failure } from "../lib/failure";
import { withLock } from "../lib/lock";
import { projectRoot } from "../lib/paths";
import { applicationRole, applicationSecret, ensureApplicationRole } from "./application-role";
import { answers, checkServer, connectOnce, connectPresence, createDatabase, isUnused } from "./clients";
import { type Placement, placeCluster } from "./placement";
import {
  initializeCluster,
  runningPostmaster,
  type Settings,
  serverUrl,
  startServer,
  stopServer,
} from "./server";

const databaseName = "waymark";
const adminDatabase = "postgres";
const answerTimeoutMs = 60_000;
const pollMs = 100;

export interface DatabaseOptions {
  /** Folder that holds the cluster, as `pg`. WAYMARK_DATA_DIR or `.waymark` of the checkout when unset. */
  dataDir?: string;
  /** A server somebody else runs; nothing is started then. DATABASE_URL when unset. */
  url?: string;
  /** Server settings beyond the usual, used when the server is started here. */
  settings?: Settings;
  /** Called when the server goes away although nobody here stopped or released it. */
  onLost?: () => void;
}

export interface DatabaseHandle {
  /** As the role by which everything works but who migrates. */
  url: string;
  /** As the owner of the schema, for `migrate`; the same where somebody else runs the server. */
  ownerUrl: string;
  /** True when this call started the server. */
  started: boolean;
  /** Stops the server, no matter who uses it. Does nothing to a server somebody else runs. */
  stop(): Promise<void>;
  /** Says that this process is done with it: the last one out stops the server, no matter who started it. */
  release(): Promise<void>;
}

/** Folder of this checkout's data: WAYMARK_DATA_DIR, else `.waymark`. */
export function defaultDataDir(): string {
  return resolve(projectRoot, process.env.WAYMARK_DATA_DIR || ".waymark");
}

/**
 * A running PostgreSQL with the database `waymark` in it: DATABASE_URL if that is set, else the one that
 * comes with Waymark, created and started as needed and shared by all processes of a data folder.
 * Close your own connections before `release()`. Throws Failure.
 */
export async function ensureDatabase(options: DatabaseOptions = {}): Promise<DatabaseHandle> {
  const url = options.url ?? (options.dataDir ? undefined : process.env.DATABASE_URL);
  if (url) {
    await checkServer(url);
    return { url, ownerUrl: url, started: false, stop: async () => {}, release: async () => {} };
  }
  const dataDir = resolve(options.dataDir ?? defaultDataDir());
  return withLock(lockName(dataDir), async () => {
    const placement = await placeCluster(dataDir);
    await initializeCluster(placement);
    const started = await startIfStopped(placement, options.settings ?? {});
    return holdDatabase(dataDir, placement, started, options.onLost);
  });
}

/** Stops the server of a data folder if no other process uses it (or in any case, with `force`). */
export async function stopDatabase(dataDir: string, force = false): Promise<"stopped" | "used" | "none"> {
  if (!existsSync(join(dataDir, "pg"))) return "none";
  return withLock(lockName(dataDir), async () => {
    const placement = await placeCluster(dataDir);
    const running = runningPostmaster(placement.cluster);
    if (!running) return "none";
    const sql = connectOnce(await serverUrl(placement, running.port, adminDatabase), "waymark stop");
    const unused = force || (await isUnused(sql));
    await sql.end();
    if (unused) await stopServer(placement);
    return unused ? "stopped" : "used";
  });
}

/** Stops the server of a data folder and deletes the folder with all that is in it. */
export async function destroyDatabase(dataDir: string): Promise<void> {
  await withLock(lockName(dataDir), async () => {
    const placement = await placeCluster(dataDir);
    await stopServer(placement);
    const elsewhere = dirname(placement.cluster) !== (await realpath(dataDir));
    await rm(elsewhere ? dirname(placement.cluster) : placement.cluster, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  });
}

function lockName(dataDir: string): string {
  return `database ${dataDir}`;
}

async function startIfStopped(placement: Placement, settings: Settings): Promise<boolean> {
  const deadline = performance.now() + answerTimeoutMs;
  for (;;) {
    const running = runningPostmaster(placement.cluster);
    if (!running) {
      await startServer(placement, settings);
      return true;
    }
    // A server that does not answer is starting or stopping: wait for the one or the other.
    if (running.port && (await answers(await serverUrl(placement, running.port, adminDatabase))))
      return false;
    if (performance.now() > deadline) throw notAnswering(placement, running.pid);
    await setTimeout(pollMs);
  }
}

async function holdDatabase(
  dataDir: string,
  placement: Placement,
  started: boolean,
  onLost?: () => void,
): Promise<DatabaseHandle> {
  const port = runningPostmaster(placement.cluster)?.port ?? 0;
  const adminUrl = await serverUrl(placement, port, adminDatabase);
  await createDatabase(adminUrl, databaseName);
  const secret = await applicationSecret(placement);
  await ensureApplicationRole(adminUrl, secret);
  let wanted = true;
  const leave = () => {
    wanted = false;
    return presence.end({ timeout: 1 });
  };
  const presence = await connectPresence(adminUrl, () => {
    if (wanted) onLost?.();
    wanted = false;
  });
  const ownerUrl = await serverUrl(placement, port, databaseName);
  const asApplication = { username: applicationRole, password: secret };
  return {
    url: Object.assign(new URL(ownerUrl), asApplication).href,
    ownerUrl,
    started,
    stop: async () => {
      await leave();
      await stopDatabase(dataDir, true);
    },
    release: async () => {
      await leave();
      await stopDatabase(dataDir);
    },
  };
}

function notAnswering({ cluster }: Placement, pid: number): Failure {
  return new Failure(
    "database_start_failed",
    `The database server ${pid} in ${cluster} does not answer. ` +
      `Stop it (kill ${pid}) and try again; its log is ${join(cluster, "server.log")}.`,
  );
}
