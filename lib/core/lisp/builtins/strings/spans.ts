import { raise } from "../../errors";
import { findText } from "../../find-text";
import { kindOf } from "../../kinds";
import { type Match, matchesIn } from "../../regex/search";
import { type Machine, Regex, type Value } from "../../values";

import { spendText } from "./text";

/** The matches of a regex, or the places of a string as such matches; throws `type_error` for anything else. */
export function spansOf(text: string, wanted: Value, machine: Machine): Iterable<Match> {
  if (wanted instanceof Regex) return matchesIn(wanted, text, machine);
  if (typeof wanted === "string") return occurrencesOf(text, wanted, machine);
  raise("type_error", `Expected a string or a regex, got ${kindOf(wanted)}.`);
}

/** An empty string is found before every character and at the end. */
function* occurrencesOf(text: string, wanted: string, machine: Machine): Generator<Match> {
  spendText(wanted.length, machine);
  const whole = () => wanted;
  let start = findText(text, wanted, 0, machine);
  while (start >= 0) {
    const end = start + wanted.length;
    yield { start, end, groups: 0, group: whole, value: whole };
    start = findText(text, wanted, Math.max(end, start + 1), machine);
  }
}
