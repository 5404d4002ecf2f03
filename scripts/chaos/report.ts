import { type Measured, type ResultRow, replaceRows } from "../bench/results";
import { SERIES_NAMES, type SeriesName } from "./arguments";

export type ChaosFailure = NonNullable<Measured["failures"]>[number];

/** What a series finds out. */
export type SeriesResult = {
  /** What has to hold, in words. */
  target: string;
  /** Runs or rounds. */
  cases: number;
  figures: Record<string, number>;
  failures: ChaosFailure[];
  /** What must hold beside its cases. */
  limits?: Measured[];
};

/** How many cases of a series hold, of all. What several cases failed by together counts as one. */
export function rowsOf(
  series: SeriesName,
  { target, cases, figures, failures, limits = [] }: SeriesResult,
  { seed, seconds }: { seed: number; seconds: number },
): Measured[] {
  const failed = new Set(failures.map((failure) => failure.seed)).size;
  const row = { row: `${series}: ${target}`, value: Math.max(0, cases - failed), target: cases };
  const found = failures.length > 0 && { failures };
  return [{ ...row, least: true, figures, seed, seconds, ...found }, ...limits];
}

/** Puts rows in the place of those of the same series. True when all rows of the report hold. */
export const writeChaos = (rows: readonly Measured[], file?: string): boolean =>
  replaceRows(
    "chaos",
    rows,
    SERIES_NAMES.map((name) => `${name}: `),
    file,
  );

/** Series that a report lacks. */
export const missingSeries = (rows: readonly Pick<ResultRow, "row">[]): SeriesName[] =>
  SERIES_NAMES.filter((name) => !rows.some(({ row }) => row.startsWith(`${name}: `)));
