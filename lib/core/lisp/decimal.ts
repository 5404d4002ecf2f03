/** The digits of a finite number's shortest decimal text, and the power of ten of the first. */
type Decimal = { digits: string; exponent: number };

/** The number's size with so many digits after the point, halves rounded up: 1.005 with two is "1.01". */
export function fixedText(value: number, precision: number): string {
  const decimal = decimalOf(value);
  const whole = rounded(decimal, decimal.exponent + 1 + precision).padStart(precision + 1, "0");
  return withPoint(whole, whole.length - precision);
}

/** The same with one digit before the point and a power of ten of two digits or more: "1.50e+03". */
export function scientificText(value: number, precision: number): string {
  const decimal = decimalOf(value);
  const digits = rounded(decimal, precision + 1);
  const carried = digits.length - precision - 1;
  const exponent = decimal.exponent + carried;
  const power = String(Math.abs(exponent)).padStart(2, "0");
  return `${withPoint(digits.slice(0, precision + 1), 1)}e${exponent < 0 ? "-" : "+"}${power}`;
}

function decimalOf(value: number): Decimal {
  const [digits = "", exponent] = Math.abs(value).toExponential().split("e");
  return { digits: digits.replace(".", ""), exponent: Number(exponent) };
}

/** The first digits, rounded by the next; one more of them where rounding carries that far. */
function rounded({ digits }: Decimal, keep: number): string {
  if (keep >= digits.length) return digits.padEnd(keep, "0");
  if (keep < 0) return "0";
  const up = Number(digits[keep]) >= 5;
  return String(BigInt(digits.slice(0, keep)) + BigInt(up)).padStart(keep, "0");
}

function withPoint(digits: string, at: number): string {
  return at === digits.length ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
}
