import type { RE2JS } from "re2js";
import { findText } from "../find-text";
import type { Machine } from "../machine";

/** What re2js tries with one bit for each instruction at each character; beyond it, all instructions go side by side. */
const MOST_BITS = 262_144;
const MOST_INSTRUCTIONS = 500;
/** Looks at instructions that one step of fuel pays. */
const LOOKS_A_STEP = 64;

/**
 * A text that spends fuel for every character the matcher reads, so that each search costs what it does and no more:
 * looking for all matches may take a look at the whole rest of the text for each of them.
 */
export class CountedText extends String {
  private readonly text: string;
  private readonly looksARead: number;
  private readonly machine: Machine;
  private looks = 0;

  constructor(text: string, pattern: RE2JS, machine: Machine) {
    super(text);
    this.text = text;
    this.machine = machine;
    this.looksARead = looksARead(pattern, text.length);
  }

  override charCodeAt(place: number): number {
    this.looks += this.looksARead;
    if (this.looks >= LOOKS_A_STEP) {
      this.machine.spend(Math.floor(this.looks / LOOKS_A_STEP));
      this.looks %= LOOKS_A_STEP;
    }
    return this.text.charCodeAt(place);
  }

  override indexOf(wanted: string, from: number): number {
    return findText(this.text, wanted, from, this.machine);
  }
}

/** How many instructions may be looked at for one read, copies of the places of groups included. */
function looksARead(pattern: RE2JS, length: number): number {
  const size = pattern.programSize();
  const isSmall = size <= MOST_INSTRUCTIONS && size * length <= MOST_BITS;
  return isSmall ? 1 + Math.ceil(size / 4) : size + Math.ceil((size * pattern.groupCount()) / 8);
}
