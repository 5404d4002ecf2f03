import { chmodSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../lib/failure";
import { destroyDatabase, ensureDatabase } from "./ensure";

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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
