import { raise } from "../../errors";
import { kindOf } from "../../kinds";
import { printPlain, printReadable } from "../../print";
import { type Builtin, builtin, Keyword, type Machine, Sym, type Value } from "../../values";
import { argument, isExactWhole, unary } from "../define";
import { chargeText, spendText, TextBuilder, textOf } from "./text";

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

const SPECIAL: ReadonlyMap<string, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** Values read from strings; nil for any other string (docs/predicates.md, "Functions"). */
export const PARSE: readonly Builtin[] = [
  parser("parse-long", wholeFrom),
  parser("parse-int", wholeFrom),
  parser("parse-double", (text) => SPECIAL.get(text) ?? (DECIMAL.test(text) ? Number(text) : null)),
  parser("parse-boolean", (text) => (text === "true" ? true : text === "false" ? false : null)),
];

/** Texts of values, and names as strings and keywords (docs/predicates.md, "Functions"). */
export const NAMES: readonly Builtin[] = [
  builtin("str", [0], (args, machine) => {
    const draft = new TextBuilder(machine);
    for (const value of args) draft.add(printPlain(value, machine));
    return draft.build();
  }),
  builtin("pr-str", [0], (args, machine) => {
    const draft = new TextBuilder(machine);
    for (const [index, value] of args.entries()) {
      if (index > 0) draft.add(" ");
      draft.add(printReadable(value, machine));
    }
    return draft.build();
  }),
  unary("name", (value, machine) => {
    const name = nameOf(value);
    chargeText(name.length, machine);
    return typeof value === "string" ? name : withoutSpace(name);
  }),
  builtin("keyword", [1, 2], (args, machine) => {
    const first = argument(args, 0);
    if (args.length === 2) return keywordOf(`${textOf(first)}/${textOf(argument(args, 1))}`, machine);
    return first === null ? null : keywordOf(nameOf(first), machine);
  }),
];

/** The whole name of a keyword or symbol; strings name themselves. Throws `type_error` for anything else. */
function nameOf(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof Keyword || value instanceof Sym) return value.name;
  raise("type_error", `Expected a string, a keyword or a symbol, got ${kindOf(value)}.`);
}

/** The name without the name space before its first slash; a slash alone is a name. */
function withoutSpace(name: string): string {
  const slash = name.indexOf("/");
  return slash > 0 && slash < name.length - 1 ? name.slice(slash + 1) : name;
}

function keywordOf(name: string, machine: Machine): Keyword {
  chargeText(name.length, machine);
  return Keyword.of(name);
}

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
