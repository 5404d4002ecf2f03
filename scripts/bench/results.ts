import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { measuredCommit } from "../chaos/report";
import { projectRoot } from "../lib/paths";

/** A figure and what it must be: at most its target, or at least. */
export type Measured = {
  row: string;
  value: number;
  target: number;
  least?: true;
  /** What we would like it to be. */
  aim?: number;
  /** What led to it. */
  figures?: Record<string, number>;
};

/** A row of a result file. `reason`: why it does not hold, with what was measured of the cause; a person writes it. */
export type ResultRow = Measured & { holds: boolean; reason?: string };

/** The middle one; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Whether a figure is what it must be; one that is unknown never is. */
export const holds = ({ value, target, least }: Measured): boolean =>
  least ? value >= target : value > 0 && value <= target;

/** Average length of the queue of runnable threads in the last minute. */
export const machineLoad = (): number => Math.round((loadavg()[0] ?? Number.NaN) * 100) / 100;

/** Keeps what a benchmark measured in bench/results, with the machine that it was measured on. */
export function writeResult(name: string, facts: object): void {
  const folder = join(projectRoot, "bench/results");
  mkdirSync(folder, { recursive: true });
  const machine = {
    cpus: cpus().length,
    node: process.version,
    commit: measuredCommit(),
    load: machineLoad(),
  };
  const result = { at: new Date().toISOString(), ...machine, ...facts };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Keeps rows with their targets in a result file, and prints them. True when all of them hold. */
export function writeRows(name: string, measured: readonly Measured[], facts: object = {}): boolean {
  // A reason that was written for other figures goes with them.
  const rows = measured.map((one): ResultRow => ({ ...one, holds: holds(one) }));
  writeResult(name, { rows, ...facts });
  for (const row of rows) console.log(formatRow(row));
  return rows.every((row) => row.holds);
}

function formatRow({ row, value, target, least, aim, holds }: ResultRow): string {
  const aimed = aim === undefined ? "" : `, aim ${aim}`;
  return `${holds ? "✓" : "✗"} ${row}: ${value} (${least ? "at least" : "at most"} ${target}${aimed})`;
}

/** The rows that a result file has; none where it has none. */
export function readRows(name: string): ResultRow[] {
  const file = join(projectRoot, "bench/results", `${name}.json`);
  if (!existsSync(file)) return [];
  const { rows = [] } = JSON.parse(readFileSync(file, "utf8")) as { rows?: ResultRow[] };
  return rows;
}

/** With three significant digits: more would be noise. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
