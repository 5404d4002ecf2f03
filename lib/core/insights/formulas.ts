/** Below so many there is no rate: a share of a few says more than it knows. */
export const MIN_GROUP = 5;

/** A part of a whole, 0 to 1; null over fewer than five. */
export const rate = (part: number, whole: number): number | null => (whole < MIN_GROUP ? null : part / whole);

export const sumOf = <T>(rows: readonly T[], figure: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);

/** Of a standard normal variable, 95 % lie within so many deviations. */
const Z = 1.96;

/** Between what the true share lies with 95 % confidence (Wilson's score interval). */
export function wilson(part: number, whole: number): [low: number, high: number] {
  if (whole === 0) return [0, 1];
  const share = part / whole;
  const scale = 1 + Z ** 2 / whole;
  const middle = (share + Z ** 2 / (2 * whole)) / scale;
  const reach = (Z / scale) * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}
