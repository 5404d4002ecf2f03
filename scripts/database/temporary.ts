import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "../lib/failure";
import { destroyDatabase, ensureDatabase } from "./ensure";
import { migrate } from "./migrate";
import { settingsFile } from "./server";

/** Rows of tests need not survive a power cut; several engines at once have many connections. */
const fastSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "400",
};

/**
 * A new data folder of this process's own under the system's temporary folder, for `destroyDatabase` to
 * remove. Those of the same kind whose process is gone are removed now, with their servers.
 */
export async function temporaryDataDir(kind: "test" | "e2e"): Promise<string> {
  const prefix = `waymark-${kind}-`;
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    if (pid > 0 && !isAlive(pid)) await destroyDatabase(join(tmpdir(), name));
  }
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(dataDir, 0o755);
  return dataDir;
}

/** A fast server of this process's own, whose owner may make databases. */
export async function temporaryDatabase(): Promise<{ url: string; destroy(): Promise<void> }> {
  const dataDir = await temporaryDataDir("test");
  const { ownerUrl: url, stop } = await ensureDatabase({ dataDir, settings: fastSettings });
  return {
    url,
    destroy: async () => {
      await stop();
      await destroyDatabase(dataDir);
    },
  };
}

/**
 * Makes a stopped cluster with the newest schema in a data folder, for `copyCluster`: a server of its own then costs a
 * test no more than its start.
 */
export async function prepareCluster(dataDir: string): Promise<void> {
  const { ownerUrl, url, stop } = await ensureDatabase({ dataDir, settings: { fsync: "off" } });
  await migrate(ownerUrl, url);
  await stop();
  const cluster = join(dataDir, "pg");
  await rm(join(cluster, settingsFile));
  // What these servers committed has to survive their own death, not that of the machine.
  await appendFile(join(cluster, "postgresql.conf"), "fsync = off\nfull_page_writes = off\n");
}

/** Gives a data folder a copy of the cluster of another; none where nothing copies owners, where it is made as always. */
export async function copyCluster(from: string, dataDir: string): Promise<void> {
  if (process.platform === "win32" || !existsSync(join(from, "pg"))) return;
  await promisify(execFile)("cp", ["-a", join(from, "pg"), join(dataDir, "pg")]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
