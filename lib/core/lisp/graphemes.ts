import { BYTES_PER_ITEM, type Machine } from "./values";

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Printable ASCII with tabs and new lines: there every code unit is a grapheme. */
const NOT_PLAIN = /[^\t\n\x20-\x7e]/;

/**
 * What a person sees as the characters of a text, in order (docs/predicates.md, "Values"). Spends fuel by the text's
 * length, more where it is not plain ASCII, and counts the vector before it is built.
 */
export function graphemesOf(text: string, machine: Machine): readonly string[] {
  const plain = isPlain(text, machine);
  machine.allocate(BYTES_PER_ITEM * text.length);
  return plain ? text.split("") : Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/** How many graphemes a text has. Spends like `graphemesOf`, and builds nothing. */
export function countGraphemes(text: string, machine: Machine): number {
  if (isPlain(text, machine)) return text.length;
  let count = 0;
  for (const _ of SEGMENTER.segment(text)) count++;
  return count;
}

/** The offset in the text at which its grapheme of this place starts; the text's end past the last one. */
export function offsetOfGrapheme(text: string, graphemeIndex: number, machine: Machine): number {
  if (isPlain(text, machine)) return Math.min(graphemeIndex, text.length);
  let at = 0;
  for (const { index } of SEGMENTER.segment(text)) if (at++ === graphemeIndex) return index;
  return text.length;
}

/** The place of the grapheme that the offset lies in; that of a next one for the text's end. */
export function graphemeAtOffset(text: string, offset: number, machine: Machine): number {
  if (isPlain(text, machine)) return offset;
  let graphemeIndex = 0;
  for (const { index, segment } of SEGMENTER.segment(text)) {
    if (index + segment.length > offset) return graphemeIndex;
    graphemeIndex++;
  }
  return graphemeIndex;
}

/** Spends what taking the text apart will cost, before it is done. */
function isPlain(text: string, machine: Machine): boolean {
  machine.spend(1 + (text.length >> 10));
  const plain = !NOT_PLAIN.test(text);
  if (!plain) machine.spend(text.length >> 4);
  return plain;
}
