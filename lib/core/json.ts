import canonicalize from "canonicalize";
import { cleanText, cutText } from "./text";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** True for plain data that JSON can hold; keys such as `__proto__` are plain data too. */
export function isJson(value: unknown): value is Json {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (one === null || typeof one === "string" || typeof one === "boolean") continue;
    if (typeof one === "number") {
      if (!Number.isFinite(one)) return false;
    } else if (Array.isArray(one)) {
      for (const item of one) left.push(item);
    } else if (isPlainObject(one)) {
      for (const item of Object.values(one)) if (item !== undefined) left.push(item);
    } else {
      return false;
    }
  }
  return true;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Canonical JSON text: sorted keys, no white space (RFC 8785). Invalid Unicode is cleaned first. */
export function canonicalJson(value: Json): string {
  // The form of a text is the one that it has anyway.
  if (typeof value === "string") return JSON.stringify(cleanText(value));
  return canonicalize(cleanJson(value)) as string;
}

/** The value with every key and text in it cleaned as `cleanText` does. */
export function cleanJson(value: Json): Json {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanJson(item)]));
}

/** Deeper than anything that people, models or tools write, and far from what overflows a stack. */
export const MAX_JSON_DEPTH = 1_000;

/** Whether lists and objects stand deeper in each other; level by level, so that the question never overflows itself. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

/**
 * Whether both have the same canonical JSON, found at the first difference: keys in any order, undefined fields as none.
 * Anything but JSON is the same as itself alone.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === "string" && typeof b === "string") return cleanText(a) === cleanText(b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (!Array.isArray(a) || !Array.isArray(b))
    return Array.isArray(a) === Array.isArray(b) && hasSameFields(a, b);
  return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
}

function hasSameFields(a: object, b: object): boolean {
  const theirs = new Map(fieldsOf(b));
  const ours = fieldsOf(a);
  return ours.length === theirs.size && ours.every(([key, item]) => isSameJson(item, theirs.get(key)));
}

const fieldsOf = (value: object): [key: string, item: unknown][] =>
  Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[cleanText(key), item]]));

/** How every JSON text begins. Most texts do not, and the error that parsing them throws takes longer than reading. */
const JSON_START = /^[ \t\n\r]*(?:[[{"\d-]|true|false|null)/;

/**
 * The JSON value that a text is, each number that would become another one as a text of its digits; undefined for any other
 * text, and for one nested too deeply.
 */
export function parseJson(text: string): Json | undefined {
  if (!JSON_START.test(text)) return undefined;
  try {
    const value = parseExactly(text);
    return isDeeperThan(value, MAX_JSON_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** JSON from outside, however deep: every number that a double would change as a text of its digits. Throws like `JSON.parse`. */
export const parseExactly = (text: string): Json => JSON.parse(keepDigits(text)) as Json;

/** The same JSON text with quotation marks about each number that would become another one when it is parsed. */
export function keepDigits(text: string): string {
  if (!MAY_LOSE.test(text)) return text;
  return text.replace(TOKENS, (token) => (NUMBER.test(token) && losesDigits(token) ? `"${token}"` : token));
}

/** A text of the digits of a number that a double would change: what `parseExactly` leaves of one. */
export const isKeptNumber = (text: string): boolean => NUMBER.test(text) && losesDigits(text);

/** What can be compared as a number: a double, or the digits of one that a double would change. */
export const isNumeric = (value: unknown): value is number | string =>
  typeof value === "number" || (typeof value === "string" && isKeptNumber(value));

/**
 * The value with what `toNumber` makes of a text that stands for a number that a double would change, where `isThere`, by
 * the keys that lead to it. By itself the nearest double: as far as a check of kinds and bounds goes, the text is that number.
 */
export function withNumbers(
  value: Json,
  isThere: (path: string) => boolean,
  toNumber: (digits: string, path: string) => Json = Number,
  path = "",
): Json {
  if (typeof value === "string") return isThere(path) && isKeptNumber(value) ? toNumber(value, path) : value;
  const at = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
  if (Array.isArray(value))
    return value.map((item, index) => withNumbers(item, isThere, toNumber, at(index)));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withNumbers(item, isThere, toNumber, at(key))]),
  );
}

/** JSON in which every text of the digits of a number that a double would change is that number; names stay names. */
export const withExactNumbers = (value: Json): string =>
  JSON.stringify(value).replace(QUOTED, (token, colon: string | undefined) => {
    const text = token.slice(1, -1);
    return colon === undefined && isKeptNumber(text) ? text : token;
  });

const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"(:)?/g;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+$/;
/** Shorter numbers are kept as they are written. */
const MAY_LOSE = /\d[\d.]{15}|\d[eE][+-]?\d{2}/;

/** The first number of a JSON text that would become another one when it is parsed, as it is written; undefined where there is none. */
export function lossyNumber(text: string): string | undefined {
  if (!MAY_LOSE.test(text)) return undefined;
  for (const [token] of text.matchAll(TOKENS)) if (!token.startsWith('"') && losesDigits(token)) return token;
  return undefined;
}

/** Does a decimal number become another one as a double, from which its digits are written again? */
export function losesDigits(decimal: string): boolean {
  const value = Number(decimal);
  if (!Number.isFinite(value) || digitsOf(decimal) !== digitsOf(String(value))) return true;
  // Written with an exponent again, a whole number is a double for the next reader.
  return WHOLE.test(decimal) && Math.abs(value) >= 1e21;
}

/**
 * Negative, zero or positive as one decimal is less than, equal to or greater than the other, digit by digit. A number is
 * the decimal that it is written as; NaN where one of them is.
 */
export function compareDecimals(a: number | string, b: number | string): number {
  const bound = Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : boundOf(a) - boundOf(b);
  if (bound !== 0 || boundOf(a) !== 0) return Number.isNaN(bound) ? bound : Math.sign(bound);
  const [one, other] = [partsOf(String(a)), partsOf(String(b))];
  if (one.sign !== other.sign) return one.sign - other.sign;
  const length = one.point - other.point;
  if (length !== 0 || one.digits === other.digits) return Math.sign(length) * one.sign;
  return one.digits < other.digits ? -one.sign : one.sign;
}

/** Infinity is beyond all that has digits. */
const boundOf = (one: number | string): number =>
  typeof one === "number" && !Number.isFinite(one) ? Math.sign(one) : 0;

/** Sign, digits and place of the point: the same for every way to write a number. */
function digitsOf(decimal: string): string {
  const { sign, digits, point } = partsOf(decimal);
  return `${sign}:${digits}e${point}`;
}

/** The digits from the first to the last that is not 0, and where the point stands among them; none of zero. */
function partsOf(decimal: string): { sign: -1 | 0 | 1; digits: string; point: number } {
  const [, sign, whole = "", part = "", exponent = "0"] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const digits = (whole + part).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return { sign: 0, digits: "", point: 0 };
  return { sign: sign === "-" ? -1 : 1, digits: kept, point: Number(exponent) - part.length + digits.length };
}

/** What stands in a text as JSON, as a person typed it; a number that would become another one is a problem, as what is no JSON is. */
export function readTypedJson(text: string): { value: Json } | { problem: string; error?: unknown } {
  const number = lossyNumber(text);
  try {
    const value = JSON.parse(text) as Json;
    return number === undefined ? { value } : { problem: formatLossyNumber(number) };
  } catch (error) {
    return { problem: "Enter valid JSON", error };
  }
}

export const formatLossyNumber = (number: string): string =>
  `${cutText(number, 40)} has more digits than a number keeps. Write it as a text, in quotation marks.`;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
