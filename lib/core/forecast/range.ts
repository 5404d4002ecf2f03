/** What may come: 80 of 100 times between `low` and `high`, on average `expected`. */
export type Range = { low: number; expected: number; high: number };

export const ZERO: Range = { low: 0, expected: 0, high: 0 };

/** The range of these figures, which are at least one: their 10th percentile, mean and 90th. */
export function rangeOf(figures: readonly number[]): Range {
  const sorted = figures.toSorted((a, b) => a - b);
  const expected = sorted.reduce((sum, one) => sum + one, 0) / sorted.length;
  // A few large figures may lift the mean over the 90th percentile.
  return {
    low: Math.min(quantile(sorted, 0.1), expected),
    expected,
    high: Math.max(quantile(sorted, 0.9), expected),
  };
}

/** Between the two figures next to it, in proportion. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * The sum of ranges that do not depend on each other: means add up, and so do the squares of the distances from them,
 * since not everything turns out high at once.
 */
export function sumOfRanges(ranges: readonly Range[]): Range {
  let [expected, below, above] = [0, 0, 0];
  for (const one of ranges) {
    expected += one.expected;
    below += (one.expected - one.low) ** 2;
    above += (one.high - one.expected) ** 2;
  }
  return { low: Math.max(0, expected - Math.sqrt(below)), expected, high: expected + Math.sqrt(above) };
}
