import { type Matcher, MatcherInput } from "re2js";
import { BYTES_PER_ITEM, type Machine } from "../machine";
import type { Regex, Value } from "../values";
import { MeteredText } from "./counted-text";
import { compiledPattern } from "./patterns";

/** A match of a regex in a text. */
export type Match = {
  /** Offsets of the match in the text. */
  start: number;
  end: number;
  /** How many groups the regex has. */
  groups: number;
  /** The text of a group; nil for one that took no part. */
  group(which: number): string | null;
  /** The text of the match, or with groups a vector of it and theirs. */
  value(): Value;
};

/** The matches of a regex in a text, from the left, none over another. Spends fuel for all that is read. */
export function* matchesIn(regex: Regex, text: string, machine: Machine): Generator<Match> {
  const matcher = matcherOf(regex, text, machine);
  for (;;) {
    machine.spend(1);
    if (!matcher.find()) return;
    yield matchOf(matcher, text, machine);
  }
}

/** The match of the whole text; undefined where there is none. */
export function matchOfAll(regex: Regex, text: string, machine: Machine): Match | undefined {
  const matcher = matcherOf(regex, text, machine);
  return matcher.matches() ? matchOf(matcher, text, machine) : undefined;
}

function matcherOf(regex: Regex, text: string, machine: Machine): Matcher {
  const pattern = compiledPattern(regex, machine);
  return pattern.matcher(MatcherInput.utf16(new MeteredText(text, pattern, machine)));
}

/** Good until the matcher is asked for the next one. */
function matchOf(matcher: Matcher, text: string, machine: Machine): Match {
  const group = (which: number) => {
    const start = matcher.start(which);
    if (start < 0) return null;
    const end = matcher.end(which);
    machine.spend(1);
    machine.allocate(2 * (end - start));
    return text.slice(start, end);
  };
  const groups = matcher.groupCount();
  const value = () => {
    if (groups === 0) return group(0);
    machine.allocate((groups + 1) * BYTES_PER_ITEM);
    return Array.from({ length: groups + 1 }, (_, which) => group(which));
  };
  return { start: matcher.start(), end: matcher.end(), groups, group, value };
}
