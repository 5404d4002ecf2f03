import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { projectRoot } from "../lib/paths";
import { SERIES_NAMES } from "./arguments";

const failure = z.object({ seed: z.int(), problems: z.array(z.string()).min(1), repeat: z.string() });

const row = z.object({
  series: z.enum(SERIES_NAMES),
  /** What has to hold, in words. */
  target: z.string().min(1),
  holds: z.boolean(),
  /** Why it does not, with what was measured of the cause; a person writes it. */
  reason: z.string().optional(),
  seed: z.int().min(1),
  /** Runs or rounds. */
  cases: z.int().min(1),
  figures: z.record(z.string(), z.number()),
  failures: z.array(failure),
  at: z.iso.datetime(),
  commit: z.string().regex(/^[0-9a-f]{40}(, changed)?$/),
  seconds: z.number(),
});

const report = z.object({
  machine: z.object({ cpus: z.int(), model: z.string(), memoryGb: z.number(), node: z.string() }),
  rows: z.array(row),
});

export type ChaosFailure = z.infer<typeof failure>;
export type ChaosRow = z.infer<typeof row>;
export type ChaosReport = z.infer<typeof report>;
/** What a series finds out; the rest of its row is the same for all of them. */
export type SeriesResult = Pick<ChaosRow, "target" | "holds" | "cases" | "figures" | "failures">;

export const REPORT_FILE = join(projectRoot, "bench/results/chaos.json");

/** The committed report; undefined when there is none yet. Throws when it has another form. */
export function readReport(file = REPORT_FILE): ChaosReport | undefined {
  return existsSync(file) ? report.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

/** Puts rows in the place of those of the same series. */
export function writeRows(rows: ChaosRow[], file = REPORT_FILE): void {
  const all = new Map([...(readReport(file)?.rows ?? []), ...rows].map((one) => [one.series, one]));
  const inOrder = SERIES_NAMES.flatMap((name) => all.get(name) ?? []);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine: thisMachine(), rows: inOrder }, null, 2)}\n`);
}

/** What keeps a report from being one that may be committed. */
export function reportProblems({ rows }: ChaosReport): string[] {
  const missing = SERIES_NAMES.filter((name) => !rows.some(({ series }) => series === name));
  return [
    ...missing.map((name) => `${name} was not measured`),
    ...rows
      .filter(({ holds, reason }) => !holds && !reason?.trim())
      .map(({ series }) => `${series} does not hold`),
    ...rows
      .filter(({ holds, failures }) => holds && failures.length > 0)
      .map(({ series }) => `${series} is said to hold, and has failures`),
  ];
}

/** The commit that is measured, and whether files differ from it. */
export function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).trim();
  // What measurements themselves write is no change of what is measured.
  const written = [":!bench/results", ":!docs/performance.md"];
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ...written);
  return `${git("rev-parse", "HEAD")}${changed === "" ? "" : ", changed"}`;
}

/** The machine that a report was measured on. */
export function thisMachine(): ChaosReport["machine"] {
  const [first] = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return { cpus: cpus().length, model: first?.model ?? "unknown", memoryGb, node: process.version };
}
