import { quantile } from "./range";
import type { Estimate } from "./types";
import type { Compared, ErrorSummary } from "./views";

/** A known estimate beside what came; `unit` is how many of the estimate's are one of the actual's. */
export function compare(estimate: Estimate, actual: number | null, unit = 1): Compared {
  if (actual === null || estimate.unknown + estimate.unknownRoles > 0) return null;
  const [low, expected, high] = [estimate.low / unit, estimate.expected / unit, estimate.high / unit];
  if (expected === 0) return actual === 0 ? { low, expected, high, actual, error: 0 } : null;
  return { low, expected, high, actual, error: (actual - expected) / expected };
}

/** How far off several were. */
export function summarizeErrors(all: readonly Compared[]): ErrorSummary {
  const known = all.filter((one) => one !== null);
  if (known.length === 0) return { n: 0, medianError: null, p10Error: null, p90Error: null, within: null };
  const errors = known.map(({ error }) => error).toSorted((a, b) => a - b);
  const within = known.filter(({ low, high, actual }) => low <= actual && actual <= high).length;
  return {
    n: known.length,
    medianError: quantile(errors, 0.5),
    p10Error: quantile(errors, 0.1),
    p90Error: quantile(errors, 0.9),
    within: within / known.length,
  };
}
