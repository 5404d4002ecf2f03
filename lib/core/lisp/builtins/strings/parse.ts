import { isExactWhole } from "../../exact";
import type { Builtin, Machine } from "../../machine";
import type { Value } from "../../values";
import { unary } from "../define";
import { spendText } from "./text";

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const SPECIAL: ReadonlyMap<string, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** Values read from strings; nil for whatever is no such string (docs/predicates.md, "Functions"). */
export const PARSE: readonly Builtin[] = [
  parser("parse-long", wholeFrom),
  parser("parse-int", wholeFrom),
  parser("parse-double", (text) => SPECIAL.get(text) ?? (DECIMAL.test(text) ? Number(text) : null)),
  parser("parse-boolean", (text) => (text === "true" ? true : text === "false" ? false : null)),
];

function parser(name: string, parse: (text: string) => Value): Builtin {
  return unary(name, (value, machine: Machine) => {
    if (typeof value !== "string") return null;
    spendText(value.length, machine);
    return parse(value);
  });
}

function wholeFrom(text: string): number | null {
  const number = WHOLE.test(text) ? Number(text) : Number.NaN;
  return isExactWhole(number) ? number + 0 : null;
}
