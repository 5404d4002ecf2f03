import { type Matcher, MatcherInput, type RE2JS } from "re2js";
import { findText } from "../find-text";
import { BYTES_PER_ITEM, type Machine, type Regex, type Value } from "../values";
import { compiledPattern } from "./patterns";

/** What re2js tries with one bit for each instruction at each character; beyond it, all instructions go side by side. */
const MAX_BITS = 262_144;
const MAX_INSTRUCTIONS = 500;

/** Looks at instructions that one step of fuel pays. */
const READS_PER_STEP = 64;

/**
 * A text that spends fuel for every character the matcher reads, so that each search costs what it does and no more:
 * looking for all matches may take a look at the whole rest of the text for each of them.
 */
class MeteredText extends String {
  private readonly text: string;
  private readonly instructionsPerRead: number;
  private readonly machine: Machine;
  private instructionsRead = 0;

  constructor(text: string, pattern: RE2JS, machine: Machine) {
    super(text);
    this.text = text;
    this.machine = machine;
    this.instructionsPerRead = instructionsPerRead(pattern, text.length);
  }

  override charCodeAt(index: number): number {
    this.instructionsRead += this.instructionsPerRead;
    if (this.instructionsRead >= READS_PER_STEP) {
      this.machine.spend(Math.floor(this.instructionsRead / READS_PER_STEP));
      this.instructionsRead %= READS_PER_STEP;
    }
    return this.text.charCodeAt(index);
  }

  override indexOf(wanted: string, from: number): number {
    return findText(this.text, wanted, from, this.machine);
  }
}

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

/** How many instructions may be looked at for one read, copies of the places of groups included. */
function instructionsPerRead(pattern: RE2JS, length: number): number {
  const size = pattern.programSize();
  const isSmall = size <= MAX_INSTRUCTIONS && size * length <= MAX_BITS;
  return isSmall ? 1 + Math.ceil(size / 4) : size + Math.ceil((size * pattern.groupCount()) / 8);
}
