import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../lib/paths";

/** The middle one; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Keeps what a benchmark measured in bench/results, with the machine that it was measured on. */
export function writeResult(name: string, facts: object): void {
  const folder = join(projectRoot, "bench/results");
  mkdirSync(folder, { recursive: true });
  const result = { at: new Date().toISOString(), cpus: cpus().length, node: process.version, ...facts };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
