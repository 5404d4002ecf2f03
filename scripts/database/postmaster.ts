import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** What a running server wrote into its postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
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
