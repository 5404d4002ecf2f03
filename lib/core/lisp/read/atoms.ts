import { LispFault } from "../errors";
import { Keyword, type Value } from "../values";
import { failParse } from "./faults";
import type { Form } from "./forms";

const NAMED: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["nil", null],
  ["true", true],
  ["false", false],
  ["##Inf", Number.POSITIVE_INFINITY],
  ["##-Inf", Number.NEGATIVE_INFINITY],
  ["##NaN", Number.NaN],
]);
const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?$/;
const LOOKS_LIKE_NUMBER = /^[+-]?\.?\d/;
const MAX_EXACT = 2n ** 53n;
const INTEGER = /^[+-]?\d+$/;
const NAME = /^[^\d:#%][^:#%]*$/;
const PARAMETER = /^%(?:&|[1-9]\d?)?$/;

/** A word of the source as a form: a constant, a number, a keyword or a symbol. */
export function readAtom(text: string, at: number): Form {
  const end = at + text.length;
  const named = NAMED.get(text);
  if (named !== undefined) return { kind: "constant", value: named, at, end };
  if (text.startsWith("##")) failParse(`"${text}" is no number; there are ##Inf, ##-Inf and ##NaN.`, at);
  if (LOOKS_LIKE_NUMBER.test(text)) return { kind: "constant", value: readNumber(text, at), at, end };
  if (text.startsWith(":")) return { kind: "constant", value: readKeyword(text, at), at, end };
  if (!NAME.test(text) && !PARAMETER.test(text)) failParse(`"${text}" is no name.`, at);
  return { kind: "symbol", name: text, at, end };
}

function readNumber(text: string, at: number): number {
  if (!NUMBER.test(text))
    failParse(`"${text}" is no number; numbers are decimal, such as 42, -1.5 or 1e6.`, at);
  if (INTEGER.test(text) && !isExact(BigInt(text))) {
    throw new LispFault({ code: "arithmetic_error", message: `${text} is beyond exact integers.`, at });
  }
  return Number(text);
}

function isExact(integer: bigint): boolean {
  return integer <= MAX_EXACT && integer >= -MAX_EXACT;
}

function readKeyword(text: string, at: number): Keyword {
  const name = text.slice(1);
  if (!/^[^:#%][^#%]*$/.test(name)) failParse(`"${text}" is no keyword.`, at);
  return Keyword.of(name);
}
