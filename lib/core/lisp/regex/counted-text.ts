import type { RE2JS } from "re2js";
import { findText } from "../find-text";
import type { Machine } from "../machine";

/** What re2js tries with one bit for each instruction at each character; beyond it, all instructions go side by side. */
const MAX_BITS = 262_144;
const MAX_INSTRUCTIONS = 500;
/** Looks at instructions that one step of fuel pays. */
const READS_PER_STEP = 64;

/**
 * A text that spends fuel for every character the matcher reads, so that each search costs what it does and no more:
 * looking for all matches may take a look at the whole rest of the text for each of them.
 */
export class MeteredText extends String {
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

/** How many instructions may be looked at for one read, copies of the places of groups included. */
function instructionsPerRead(pattern: RE2JS, length: number): number {
  const size = pattern.programSize();
  const isSmall = size <= MAX_INSTRUCTIONS && size * length <= MAX_BITS;
  return isSmall ? 1 + Math.ceil(size / 4) : size + Math.ceil((size * pattern.groupCount()) / 8);
}
