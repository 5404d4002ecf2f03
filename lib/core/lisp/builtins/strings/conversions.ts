import { fixedText, scientificText } from "../../decimal";
import { raise } from "../../errors";
import { isExactWhole } from "../../exact";
import { countGraphemes, offsetOfGrapheme } from "../../graphemes";
import { kindOf } from "../../kind-of";
import type { Machine } from "../../machine";
import { printPlain } from "../../print";
import { isTruthy } from "../../truth";
import type { Value } from "../../values";
import { numberOf } from "../define";

/** What a directive such as `%-08.2f` asks for. */
export type Directive = { flags: string; width: number; precision?: number | undefined; conversion: string };

/** What becomes of a value: a text, or a number's sign and size, between which zeros may stand. */
export type Converted = { sign: string; body: string; takesZeros: boolean };

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

/** A value as the directive wants it. Throws `type_error` where it does not fit, or there is no such conversion. */
export function converted(value: Value, directive: Directive, machine: Machine): Converted {
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
