import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { measuredCommit, thisMachine } from "../chaos/report";
import { projectRoot } from "../lib/paths";
import { MIN_SCORE, SCOPE_NAMES, type ScopeName } from "./scopes";

const row = z.object({
  scope: z.enum(SCOPE_NAMES),
  /** Percent of the mutants that a test noticed, by failing or by not ending; those that no unit test reaches count. */
  score: z.number(),
  /** The same of those that a unit test reaches. */
  ofCovered: z.number(),
  /** The share it must have. */
  atLeast: z.number(),
  /** Why it has less, with what was measured; a person writes it. */
  reason: z.string().optional(),
  noticed: z.int(),
  survived: z.int(),
  uncovered: z.int(),
  seed: z.int().optional(),
  at: z.iso.datetime(),
  commit: z.string(),
  seconds: z.number(),
});
const report = z.object({ machine: z.record(z.string(), z.unknown()), rows: z.array(row) });

export type MutationRow = z.infer<typeof row>;
export type MutationReport = z.infer<typeof report>;

export const REPORT_FILE = join(projectRoot, "bench/results/mutation.json");

/** The row of a scope from the statuses that its mutants came to; those that cannot run are not counted. */
export function rowOf(
  scope: ScopeName,
  statuses: readonly string[],
  { seed, seconds }: { seed: number; seconds: number },
): MutationRow {
  const count = (...of: string[]) => statuses.filter((status) => of.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  const [survived, uncovered] = [count("Survived"), count("NoCoverage")];
  const shareOf = (all: number) => (all === 0 ? 0 : Math.round((10_000 * noticed) / all) / 100);
  return {
    scope,
    score: shareOf(noticed + survived + uncovered),
    ofCovered: shareOf(noticed + survived),
    ...(scope === "elsewhere" ? { seed } : {}),
    atLeast: MIN_SCORE,
    ...{ noticed, survived, uncovered, seconds },
    at: new Date().toISOString(),
    commit: measuredCommit(),
  };
}

/** Whether a row has the score that it must have. */
export const holds = ({ score, atLeast }: MutationRow): boolean => score >= atLeast;

/** The committed report; undefined when there is none. Throws when it has another form. */
export function readReport(file = REPORT_FILE): MutationReport | undefined {
  return existsSync(file) ? report.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

/** Puts a row in the place of that of the same scope. */
export function writeRow(one: MutationRow, file = REPORT_FILE): void {
  const all = new Map([...(readReport(file)?.rows ?? []), one].map((each) => [each.scope, each]));
  const rows = SCOPE_NAMES.flatMap((name) => all.get(name) ?? []);
  writeFileSync(file, `${JSON.stringify({ machine: thisMachine(), rows }, null, 2)}\n`);
}
