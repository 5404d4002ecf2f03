import { raise } from "../../errors";
import type { Match } from "../../regex/search";
import { type Builtin, type Machine, Regex, type Value } from "../../values";

import { ternary } from "../define";
import { spansOf } from "./spans";
import { spendText, TextBuilder, textOf } from "./text";

/** What stands in the place of a match, part by part. */
type Replacement = (match: Match) => Iterable<string>;

const NOT_LITERAL = /\\([\s\S])|\$(\d)|([\\$])/g;

/**
 * All matches of a string or a regex replaced (docs/predicates.md, "Functions"): by a string, in which `$1` is a group of
 * the regex and a backslash takes the next character as it is, or by what a function makes of each match.
 */
export const REPLACE: readonly Builtin[] = [
  ternary("replace", (value, wanted, by, machine) => {
    const text = textOf(value);
    const replacement = replacementOf(wanted, by, machine);
    const draft = new TextBuilder(machine);
    let from = 0;
    for (const match of spansOf(text, wanted, machine)) {
      draft.add(text.slice(from, match.start));
      for (const part of replacement(match)) draft.add(part);
      from = match.end;
    }
    draft.add(text.slice(from));
    return draft.build();
  }),
];

function replacementOf(wanted: Value, by: Value, machine: Machine): Replacement {
  if (typeof by === "string") {
    if (!(wanted instanceof Regex)) return () => [by];
    const parts = partsOf(by, machine);
    return (match) => parts.map((part) => (typeof part === "string" ? part : groupOf(match, part)));
  }
  return (match) => [textOf(machine.call(by, [match.value()]))];
}

/** A template's texts and the numbers of its groups. */
function partsOf(template: string, machine: Machine): readonly (string | number)[] {
  spendText(template.length, machine);
  const parts: (string | number)[] = [];
  let from = 0;
  for (const { 0: token, 1: escaped, 2: group, 3: stray, index } of template.matchAll(NOT_LITERAL)) {
    if (stray) raise("type_error", `"${stray}" in a replacement needs a backslash before it.`);
    parts.push(template.slice(from, index), escaped ?? Number(group));
    from = index + token.length;
  }
  return [...parts, template.slice(from)];
}

function groupOf(match: Match, which: number): string {
  if (which > match.groups) raise("type_error", `The regex has no group ${which}.`);
  return match.group(which) ?? "";
}
