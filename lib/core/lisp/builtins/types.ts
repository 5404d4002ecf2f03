import { raise } from "../errors";
import { countGraphemes } from "../graphemes";
import { isMap, isVector, kindOf, mapSize } from "../kinds";
import {
  type Builtin,
  Fn,
  isTruthy,
  Keyword,
  LispSet,
  type Machine,
  Regex,
  Sym,
  type Value,
} from "../values";

import { unary } from "./define";

/** What a value is (docs/predicates.md, "Functions"). Lists are vectors, and characters strings of one grapheme. */
export const TYPES: readonly Builtin[] = [
  unary("nil?", (value) => value === null),
  unary("some?", (value) => value !== null),
  unary("true?", (value) => value === true),
  unary("false?", (value) => value === false),
  unary("boolean?", (value) => typeof value === "boolean"),
  unary("string?", (value) => typeof value === "string"),
  unary("char?", (value, machine) => typeof value === "string" && countGraphemes(value, machine) === 1),
  unary("keyword?", (value) => value instanceof Keyword),
  unary("symbol?", (value) => value instanceof Sym),
  unary("map?", isMap),
  unary("vector?", isVector),
  unary("list?", isVector),
  unary("set?", isSet),
  unary("coll?", isCollection),
  unary("seq?", isVector),
  unary("sequential?", isVector),
  unary("seqable?", (value) => value === null || typeof value === "string" || isCollection(value)),
  unary("associative?", (value) => isMap(value) || isVector(value)),
  unary("fn?", (value) => value instanceof Fn),
  unary("ifn?", (value) => value instanceof Fn || value instanceof Keyword || isCollection(value)),
  unary("regex?", (value) => value instanceof Regex),
  unary("empty?", isEmpty),
  unary("type", typeOf),
  unary("boolean", isTruthy),
];

function isSet(value: Value): value is LispSet {
  return value instanceof LispSet;
}

function isCollection(value: Value): boolean {
  return isVector(value) || isSet(value) || isMap(value);
}

function isEmpty(value: Value, machine: Machine): boolean {
  if (value === null) return true;
  if (typeof value === "string" || isVector(value)) return value.length === 0;
  if (isSet(value)) return value.members.size === 0;
  if (isMap(value)) return mapSize(value, machine) === 0;
  raise("type_error", `Expected a collection or a string, got ${kindOf(value)}.`);
}

/** The kind of a value as a keyword, such as `:number`; nil for nil. */
function typeOf(value: Value): Value {
  return value === null ? null : Keyword.of(kindOf(value).replace(/^an? /, ""));
}
