import { type Measured, replaceRows } from "../bench/results";
import { MIN_SCORE, SCOPE_NAMES, type ScopeName } from "./scopes";

const nameOf = (scope: ScopeName): string => `mutants of ${scope} `;

/**
 * The row of a scope from the statuses that its mutants came to; those that cannot run are not counted. Its value: percent
 * of the mutants that a test noticed, by failing or by not ending; those that no unit test reaches count. `ofCovered`:
 * the same of those that a unit test reaches.
 */
export function rowOf(
  scope: ScopeName,
  statuses: readonly string[],
  { seed, seconds }: { seed: number; seconds: number },
): Measured {
  const count = (...of: string[]) => statuses.filter((status) => of.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  const [survived, uncovered] = [count("Survived"), count("NoCoverage")];
  const shareOf = (all: number) => (all === 0 ? 0 : Math.round((10_000 * noticed) / all) / 100);
  return {
    row: `${nameOf(scope)}that a test notices, %`,
    value: shareOf(noticed + survived + uncovered),
    target: MIN_SCORE,
    least: true,
    figures: { ofCovered: shareOf(noticed + survived), noticed, survived, uncovered },
    ...(scope === "elsewhere" ? { seed } : {}),
    seconds,
  };
}

const ROW_OF_RULES = {
  core: "broken rules that a test of the core notices",
  door: "broken rules that a test through a door notices",
};

/** The row of rules that were broken one at a time: how many a test noticed, of all. */
export const rowOfRules = (
  through: keyof typeof ROW_OF_RULES,
  results: readonly { test?: string }[],
  seconds: number,
): Measured => ({
  row: ROW_OF_RULES[through],
  value: results.filter(({ test }) => test !== undefined).length,
  target: results.length,
  least: true,
  seconds,
});

/** Puts a row in the place of that of the same scope, or of the same rules. */
export const writeRow = (row: Measured, file?: string): boolean =>
  replaceRows("mutation", [row], [...SCOPE_NAMES.map(nameOf), ...Object.values(ROW_OF_RULES)], file);
