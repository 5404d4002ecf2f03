import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** What Linux counts the time of ended processes in, whatever its own clock. */
const TICKS_PER_SECOND = 100;
/** Places in /proc/<pid>/stat after the name: the parent, and the ticks of children that have ended. */
const FIELDS = { parent: 1, ended: [13, 14] } as const;

/**
 * Processor time that a PostgreSQL server has used since it began, all its processes together. NaN where the system does
 * not tell: unknown is not zero.
 */
export function serverCpuSeconds(dataDir: string): number {
  const pidFile = join(realpathSync(join(dataDir, "pg")), "postmaster.pid");
  const [server = ""] = readFileSync(pidFile, "utf8").split("\n");
  const own = statOf(server);
  if (!own) return Number.NaN;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.filter((pid) => statOf(pid)?.[FIELDS.parent] === server);
  const running = [server, ...children].map(runningSeconds).reduce((sum, each) => sum + each, 0);
  return FIELDS.ended.reduce((sum, field) => sum + Number(own[field]) / TICKS_PER_SECOND, running);
}

/** By the scheduler's own clock: ticks pass over what runs for less than one. */
function runningSeconds(pid: string): number {
  const [nanoseconds = ""] = readProc(pid, "schedstat")?.split(" ") ?? [];
  return Number(nanoseconds) / 1e9;
}

/** What follows the name, which may hold spaces; undefined for a process that is gone, or a system without them. */
function statOf(pid: string): string[] | undefined {
  const stat = readProc(pid, "stat");
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function readProc(pid: string, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}
