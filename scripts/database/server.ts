import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { appendFile, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Failure } from "../lib/failure";
import { freePort, isPortFree } from "../lib/port";
import { serverMajor } from "./binaries";
import type { Placement } from "./placement";

/** What a running server wrote into its postmaster.pid. */
interface Postmaster {
  pid: number;
  port: number;
}

const serverUser = "waymark";
const secretFile = "waymark.secret";
export const settingsFile = "waymark.conf";
const startTimeoutS = 60;
const startTries = 6;
const retryDelayMs = 300;
const logTailLines = 8;

/** Server settings, by name: `{ fsync: "off" }`. */
export type Settings = Record<string, string>;

const settings: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Creates the cluster when there is none. An interrupted creation leaves nothing that counts as one. */
export async function initializeCluster(placement: Placement): Promise<void> {
  const version = await readFile(join(placement.cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version?.trim() === String(serverMajor)) return;
  if (version) throw wrongVersion(placement.cluster, version.trim());
  const unfinished = `${placement.cluster}.new`;
  const secret = `${placement.cluster}.secret`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(secret, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (placement.user) {
    await chown(unfinished, placement.user.uid, placement.user.gid);
    await chown(secret, placement.user.uid, placement.user.gid);
  }
  await runServerTool(placement, "initdb", [
    ...["-D", unfinished, "-U", serverUser, `--pwfile=${secret}`, "--auth=scram-sha-256"],
    ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
  ]);
  await rename(secret, join(unfinished, secretFile));
  await appendFile(join(unfinished, "postgresql.conf"), `include_if_exists = '${settingsFile}'\n`);
  await rename(unfinished, placement.cluster);
}

/** Starts the server of a cluster in a process group of its own, on the port it had last if that is free. */
export async function startServer(placement: Placement, extra: Settings): Promise<void> {
  const { cluster } = placement;
  const written = await readFile(join(cluster, settingsFile), "utf8").catch(() => "");
  const lastPort = Number(/^port = '(\d+)'$/m.exec(written)?.[1] ?? 0);
  const log = join(cluster, "server.log");
  let port = lastPort > 0 && (await isPortFree(lastPort)) ? lastPort : await freePort();
  for (let tries = 1; ; tries += 1) {
    await rm(join(cluster, "postmaster.pid"), { force: true });
    await writeFile(
      join(cluster, settingsFile),
      formatSettings({ ...settings, ...extra, port: String(port) }),
    );
    try {
      return await runServerTool(placement, "pg_ctl", [
        ...["start", "-w", "-t", String(startTimeoutS), "-D", cluster, "-l", log],
      ]);
    } catch (error) {
      // Somebody took the port in the meantime, or backends of a killed server are still on their way out.
      if (tries === startTries || runningPostmaster(cluster)) throw error;
      await setTimeout(retryDelayMs * tries);
      port = await freePort();
    }
  }
}

function formatSettings(all: Settings): string {
  return Object.entries(all)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join("");
}

/** Stops the server of a cluster at once: open transactions are rolled back. Nothing happens if none runs. */
export async function stopServer(placement: Placement): Promise<void> {
  if (!runningPostmaster(placement.cluster)) return;
  await runServerTool(placement, "pg_ctl", ["stop", "-w", "-m", "fast", "-D", placement.cluster]);
}

/** Address of a database of the cluster's running server. */
export async function serverUrl(placement: Placement, port: number, database: string): Promise<string> {
  const secret = await readFile(join(placement.cluster, secretFile), "utf8");
  return `postgres://${serverUser}:${secret}@127.0.0.1:${port}/${database}`;
}

/** What the server's programs need: where they find others, their libraries and a place for temporary files. */
const SERVER_ENVIRONMENT = ["PATH", "HOME", "TMPDIR", "TZ", "LD_LIBRARY_PATH", "SystemRoot", "TEMP"] as const;

function pick(source: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as NodeJS.ProcessEnv;
}

function runServerTool(placement: Placement, tool: "initdb" | "pg_ctl", args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(placement.binDir, tool), args, {
      ...placement.user,
      cwd: "/",
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      // Keys of providers, addresses and all else that our own environment holds are not the server's.
      env: { ...pick(process.env, SERVER_ENVIRONMENT), LC_ALL: "C" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) return resolve();
      startFailed(placement.cluster, tool, output).then(reject, reject);
    });
  });
}

async function startFailed(cluster: string, tool: string, output: string): Promise<Failure> {
  const file = join(cluster, "server.log");
  const log = await readFile(file, "utf8").catch(() => "");
  const tail = log.trim().split("\n").slice(-logTailLines).join("\n");
  return new Failure(
    "database_start_failed",
    `The database in ${cluster} could not be ${tool === "initdb" ? "created" : "started or stopped"}:\n` +
      `${output.trim()}\n${tail}\nFix that, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

function wrongVersion(cluster: string, version: string): Failure {
  return new Failure(
    "database_wrong_version",
    `The database in ${cluster} was written by PostgreSQL ${version}; this is PostgreSQL ${serverMajor}. ` +
      "Dump it with the old version, or set WAYMARK_DATA_DIR to a new folder.",
  );
}

/** The server that runs on this cluster; undefined when none does, whatever a leftover file says. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const file = readLockFile(cluster);
  return file && isServerOf(file.pid, cluster) ? file : undefined;
}

function readLockFile(cluster: string): Postmaster | undefined {
  try {
    const [pid, , , port] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(pid), port: Number(port) };
  } catch {
    return undefined;
  }
}

/** After a crash or a reboot the number may belong to any process: a server works inside its own cluster. */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    if (process.platform === "win32") return true;
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).includes(cluster);
  } catch {
    return false;
  }
}
