export type Interval = { low: number; high: number };

/** The quantile of the normal distribution that leaves 2.5 % on either side. */
const Z = 1.959_964;

/**
 * The 95 % interval of a share by Wilson's score: unlike the share plus and minus its error it holds for few cases too,
 * and stays between 0 and 1. Undefined without a case.
 */
export function wilsonInterval(hits: number, n: number): Interval | undefined {
  if (n === 0) return;
  const share = hits / n;
  const spread = Z ** 2 / n;
  const center = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / n + spread / (4 * n));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
