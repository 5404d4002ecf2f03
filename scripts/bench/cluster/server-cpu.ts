import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** What Linux counts processor time in, whatever its own clock. */
const TICKS_PER_SECOND = 100;
/** Places in /proc/<pid>/stat after the name: parent, own ticks, and those of children that have ended. */
const FIELDS = { parent: 1, own: [11, 12], ended: [13, 14] } as const;

/**
 * Processor time that a PostgreSQL server has used since it began, all its processes together. NaN where the system does
 * not tell: unknown is not zero.
 */
export function serverCpuSeconds(dataDir: string): number {
  const server = readFileSync(join(realpathSync(join(dataDir, "pg")), "postmaster.pid"), "utf8").split(
    "\n",
  )[0];
  const own = statOf(server ?? "");
  if (!own) return Number.NaN;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(pid) ?? [])
    .filter((stat) => stat[FIELDS.parent] === server);
  const ticks = [
    ...[...FIELDS.own, ...FIELDS.ended].map((field) => Number(own[field])),
    ...children.flatMap((stat) => FIELDS.own.map((field) => Number(stat[field]))),
  ];
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** What follows the name, which may hold spaces; undefined for a process that is gone, or a system without them. */
function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
