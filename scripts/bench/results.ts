import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "../lib/paths";

const FOLDER = join(projectRoot, "bench/results");

const measured = z.object({
  row: z.string().min(1),
  value: z.number(),
  target: z.number(),
  /** It must be at least its target, not at most. */
  least: z.literal(true).optional(),
  /** What we would like it to be. */
  aim: z.number().optional(),
  /** What led to it. */
  figures: z.record(z.string(), z.number()).optional(),
  /** The first seed, of what is drawn by one. */
  seed: z.int().min(1).optional(),
  seconds: z.number().optional(),
  /** Cases that do not hold, each with the command that repeats it. */
  failures: z
    .array(z.object({ seed: z.int(), problems: z.array(z.string()).min(1), repeat: z.string() }))
    .optional(),
});

const resultRow = measured.extend({
  holds: z.boolean(),
  /** Why it does not hold, with what was measured of the cause; a person writes it. */
  reason: z.string().optional(),
  at: z.iso.datetime(),
  /** The commit that was measured, and whether files differed from it. */
  commit: z.string().regex(/^[0-9a-f]{40}(, changed)?$/),
  /** Average length of the machine's queue of runnable threads in the last minute; null where nobody kept it. */
  load: z.number().nullable(),
});

/** A figure and what it must be: at most its target, or at least. */
export type Measured = z.infer<typeof measured>;
/** A row of a result file: a figure, when and on what it was measured, and whether it holds. */
export type ResultRow = z.infer<typeof resultRow>;

/** The middle one; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Whether a figure is what it must be; one that is unknown never is. */
export const holds = ({ value, target, least }: Measured): boolean =>
  least ? value >= target : value > 0 && value <= target;

/** Average length of the queue of runnable threads in the last minute. */
export const machineLoad = (): number => Math.round((loadavg()[0] ?? Number.NaN) * 100) / 100;

/** With three significant digits: more would be noise. */
export const rounded = (value: number): number => Number(value.toPrecision(3));

/** Keeps rows with their targets as those of a result file, and prints them. True when all of them hold. */
export function writeRows(
  name: string,
  measured: readonly Measured[],
  facts: object = {},
  file = fileOf(name),
): boolean {
  const rows = asResults(measured);
  for (const row of rows) console.log(formatRow(row));
  return write(file, rows, facts);
}

/**
 * The same, but rows that were not measured stay, each with the commit and the load that it was measured under. `order`:
 * what the names of rows begin with; a row whose name begins with none of it is removed.
 */
export function replaceRows(
  name: string,
  measured: readonly Measured[],
  order: readonly string[],
  file = fileOf(name),
): boolean {
  const [fresh, kept] = [asResults(measured), readRows(name, file)];
  const all = order.flatMap((prefix) => {
    const begins = ({ row }: ResultRow) => row.startsWith(prefix);
    return fresh.some(begins) ? fresh.filter(begins) : kept.filter(begins);
  });
  return write(file, all, {});
}

/** The rows that a result file has; none where there is no file. Throws when one has another form. */
export function readRows(name: string, file = fileOf(name)): ResultRow[] {
  if (!existsSync(file)) return [];
  const { rows } = z.object({ rows: z.array(resultRow) }).parse(JSON.parse(readFileSync(file, "utf8")));
  return rows;
}

/** What keeps a row from being one that may be committed; undefined for one that may. */
export function rowProblem(row: ResultRow): string | undefined {
  if (row.holds !== holds(row)) return "says something else of its figure than its target";
  // A reason without a figure is an excuse.
  if (!row.holds && !/\d/.test(row.reason ?? "")) return "does not hold, and gives no measured reason";
  return undefined;
}

const fileOf = (name: string): string => join(FOLDER, `${name}.json`);

/** With what they were measured on; a reason that was written for other figures goes with them. */
function asResults(measured: readonly Measured[]): ResultRow[] {
  const origin = { at: new Date().toISOString(), commit: measuredCommit(), load: machineLoad() };
  return measured.map((row) => ({ ...row, holds: holds(row), ...origin }));
}

function write(file: string, rows: readonly ResultRow[], facts: object): boolean {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine: thisMachine(), rows, ...facts }, null, 2)}\n`);
  return rows.every((row) => row.holds);
}

function formatRow({ row, value, target, least, aim, holds }: ResultRow): string {
  const aimed = aim === undefined ? "" : `, aim ${aim}`;
  return `${holds ? "✓" : "✗"} ${row}: ${value} (${least ? "at least" : "at most"} ${target}${aimed})`;
}

/** The commit that is measured, and whether files differ from it. */
function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).trim();
  // What measurements themselves write is no change of what is measured.
  const written = [":!bench/results", ":!docs/performance.md", ":!README.md"];
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ...written);
  return `${git("rev-parse", "HEAD")}${changed === "" ? "" : ", changed"}`;
}

function thisMachine() {
  const [first] = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return { cpus: cpus().length, model: first?.model ?? "unknown", memoryGb, node: process.version };
}
