import { raise } from "../errors";
import { vectorOf } from "../items";
import { kindOf } from "../kinds";
import { compiledPattern } from "../regex/patterns";
import { type Match, matchesIn, matchOfAll } from "../regex/search";
import { type Builtin, Regex, type Value } from "../values";

import { binary, unary } from "./define";
import { textOf } from "./strings/text";

/**
 * Regular expressions in linear time (docs/predicates.md, "Functions"). A match is its text, or with groups a vector of
 * it and theirs. Texts stand for patterns.
 */
export const REGEX: readonly Builtin[] = [
  unary("re-pattern", (value, machine) => {
    const regex = regexOf(value);
    compiledPattern(regex, machine);
    return regex;
  }),
  binary("re-find", (regex, text, machine) => {
    const [first] = matchesIn(regexOf(regex), textOf(text), machine);
    return firstValue(first);
  }),
  binary("re-matches", (regex, text, machine) =>
    firstValue(matchOfAll(regexOf(regex), textOf(text), machine)),
  ),
  binary("re-seq", (regex, text, machine) => {
    return vectorOf(valuesOf(matchesIn(regexOf(regex), textOf(text), machine)), machine);
  }),
];

function regexOf(value: Value): Regex {
  if (value instanceof Regex) return value;
  if (typeof value === "string") return new Regex(value);
  raise("type_error", `Expected a regex, got ${kindOf(value)}.`);
}

function firstValue(match: Match | undefined): Value {
  return match ? match.value() : null;
}

function* valuesOf(matches: Iterable<Match>): Generator<Value> {
  for (const match of matches) yield match.value();
}
