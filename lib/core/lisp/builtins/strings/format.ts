import { raise } from "../../errors";
import { countGraphemes, offsetOfGrapheme } from "../../graphemes";
import { kindOf } from "../../kinds";
import { printPlain } from "../../print";
import { type Builtin, builtin, isTruthy, type Machine, type Value } from "../../values";
import { argument, isExactWhole, numberOf } from "../define";
import { spendText, TextBuilder, textOf } from "./text";

/** The digits of a finite number's shortest decimal text, and the power of ten of the first. */
type Decimal = { digits: string; exponent: number };

/** What a directive such as `%-08.2f` asks for. */
type Directive = { flags: string; width: number; precision?: number | undefined; conversion: string };

/** What becomes of a value: a text, or a number's sign and size, between which zeros may stand. */
type Converted = { sign: string; body: string; takesZeros: boolean };
type Conversion = (value: Value, directive: Directive, machine: Machine) => Converted;

/** How far the digits of a double may reach beyond those that are asked for. */
const MAX_DIGITS = 330;

const CONVERSIONS: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ["s", (value, directive, machine) => text(printPlain(value, machine), directive, machine)],
  ["b", (value, directive, machine) => text(String(isTruthy(value)), directive, machine)],
  ["c", (value, _, machine) => plain(characterOf(value, machine))],
  ["d", (value, directive) => signed(wholeOf(value), directive, (size) => BigInt(size).toString())],
  ["x", (value) => ({ sign: "", body: wordOf(value).toString(16), takesZeros: true })],
  ["o", (value) => ({ sign: "", body: wordOf(value).toString(8), takesZeros: true })],
  ["f", (value, directive, machine) => decimal(value, directive, fixedText, machine)],
  ["e", (value, directive, machine) => decimal(value, directive, scientificText, machine)],
]);

/** Flags, width, precision and conversion; what does not read as all that is a lone percent sign. */
const DIRECTIVE = /%(?:([-+ 0,]*)(\d*)(?:\.(\d+))?([a-zA-Z%]))?/g;

/**
 * Values in a template (docs/predicates.md, "Functions"): `%s %d %f %e %x %o %b %c`, `%%` and `%n`, with a width, a
 * precision, and the flags `-` left, `0` zeros, `+` and space for the sign, `,` thousands. A value too few throws
 * `arity_error`, one that does not fit `type_error`; values too many are left out.
 */
export const FORMAT: readonly Builtin[] = [
  builtin("format", [1], ([template = null, ...values], machine) => {
    return format(textOf(template), values, machine);
  }),
];

function format(template: string, values: readonly Value[], machine: Machine): string {
  const draft = new TextBuilder(machine);
  spendText(template.length, machine);
  let from = 0;
  let used = 0;
  for (const { 0: token, 1: flags = "", 2: width, 3: precision, 4: conversion, index } of template.matchAll(
    DIRECTIVE,
  )) {
    if (conversion === undefined) raise("type_error", "A percent sign in a template is written %%.");
    draft.add(template.slice(from, index));
    from = index + token.length;
    const directive: Directive = {
      flags,
      width: Number(width),
      precision: precision === undefined ? undefined : Number(precision),
      conversion,
    };
    if (conversion === "n") draft.add("\n");
    else if (conversion === "%") addPadded("%", directive, draft, machine);
    else {
      if (used === values.length) raise("arity_error", `There is no value for ${token}.`);
      addValue(argument(values, used++), directive, draft, machine);
    }
  }
  draft.add(template.slice(from));
  return draft.build();
}

function addValue(value: Value, directive: Directive, draft: TextBuilder, machine: Machine): void {
  const { sign, body, takesZeros } = converted(value, directive, machine);
  const zeros = takesZeros && directive.flags.includes("0") && !directive.flags.includes("-");
  if (!zeros) return addPadded(sign + body, directive, draft, machine);
  draft.add(sign);
  addPadding("0", directive.width - sign.length - body.length, draft, machine);
  draft.add(body);
}

function addPadded(text: string, { flags, width }: Directive, draft: TextBuilder, machine: Machine): void {
  const missing = width === 0 ? 0 : width - countGraphemes(text, machine);
  if (!flags.includes("-")) addPadding(" ", missing, draft, machine);
  draft.add(text);
  if (flags.includes("-")) addPadding(" ", missing, draft, machine);
}

/** Counted before it is built, so that a width of a milliard ends in a fault and not in a string. */
function addPadding(fill: string, count: number, draft: TextBuilder, machine: Machine): void {
  if (count <= 0) return;
  machine.allocate(2 * count);
  draft.add(fill.repeat(count));
}

/** A value as the directive wants it. Throws `type_error` where it does not fit, or there is no such conversion. */
function converted(value: Value, directive: Directive, machine: Machine): Converted {
  const { conversion } = directive;
  const convert = CONVERSIONS.get(
    conversion === "X" || conversion === "E" ? conversion.toLowerCase() : conversion,
  );
  if (!convert) raise("type_error", `There is no conversion %${conversion}.`);
  if (value === null && conversion !== "b") return text("null", directive, machine);
  const { sign, body, takesZeros } = convert(value, directive, machine);
  return { sign, body: conversion === "X" || conversion === "E" ? body.toUpperCase() : body, takesZeros };
}

function plain(body: string): Converted {
  return { sign: "", body, takesZeros: false };
}

/** Of a text a precision is the most graphemes. */
function text(whole: string, { precision }: Directive, machine: Machine): Converted {
  return plain(precision === undefined ? whole : whole.slice(0, offsetOfGrapheme(whole, precision, machine)));
}

/** A character, or the number of one. */
function characterOf(value: Value, machine: Machine): string {
  if (typeof value === "string" && countGraphemes(value, machine) === 1) return value;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x10ffff)
    return String.fromCodePoint(value);
  raise("type_error", `Expected a character, got ${kindOf(value)}.`);
}

function decimal(
  value: Value,
  directive: Directive,
  textOf: (size: number, precision: number) => string,
  machine: Machine,
): Converted {
  const { precision = 6 } = directive;
  machine.allocate(2 * (precision + MAX_DIGITS));
  return signed(numberOf(value), directive, (size) => textOf(size, precision));
}

function signed(value: number, { flags }: Directive, textOf: (size: number) => string): Converted {
  if (Number.isNaN(value)) return plain("NaN");
  const positive = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const sign = value < 0 ? "-" : positive;
  if (!Number.isFinite(value)) return { sign, body: "Infinity", takesZeros: false };
  const body = textOf(Math.abs(value));
  return { sign, body: flags.includes(",") ? grouped(body) : body, takesZeros: true };
}

/** Commas between thousands, before the point. */
function grouped(digits: string): string {
  const [whole = "", ...fraction] = digits.split(".");
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ","), ...fraction].join(".");
}

function wholeOf(value: Value): number {
  const number = numberOf(value);
  if (!Number.isInteger(number)) raise("type_error", `Expected a whole number, got ${number}.`);
  return number;
}

/** A whole number as a word of 64 bits without sign. */
function wordOf(value: Value): bigint {
  const number = wholeOf(value);
  if (!isExactWhole(number)) raise("type_error", `${number} is beyond exact whole numbers.`);
  return BigInt.asUintN(64, BigInt(number));
}

/** The number's size with so many digits after the point, halves rounded up: 1.005 with two is "1.01". */
function fixedText(value: number, precision: number): string {
  const decimal = decimalOf(value);
  const whole = rounded(decimal, decimal.exponent + 1 + precision).padStart(precision + 1, "0");
  return withPoint(whole, whole.length - precision);
}

/** The same with one digit before the point and a power of ten of two digits or more: "1.50e+03". */
function scientificText(value: number, precision: number): string {
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
