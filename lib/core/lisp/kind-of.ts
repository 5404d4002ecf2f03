import { isVector } from "./map-access";
import { Fn, Keyword, LispSet, Regex, Sym, type Value } from "./values";

/** What a value is, in the words of a fault's message: "a number", "nil". */
export function kindOf(value: Value): string {
  if (value === null) return "nil";
  if (typeof value !== "object") return `a ${typeof value}`;
  if (isVector(value)) return "a vector";
  if (value instanceof Keyword) return "a keyword";
  if (value instanceof Sym) return "a symbol";
  if (value instanceof LispSet) return "a set";
  if (value instanceof Regex) return "a regex";
  return value instanceof Fn ? "a function" : "a map";
}
