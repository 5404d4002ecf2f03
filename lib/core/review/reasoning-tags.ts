/**
 * What a model wrote besides its answer, in a tag of its own: how it thought, and data that it quotes. Closed or not,
 * nothing in it is the answer. Only a tag that opens a line counts: JSON holds none there.
 */
const REASONING_TAG =
  /^[^\S\n]*<(think|thinking|thought|reflection|scratchpad|data)\b[^<>\n]{0,200}>[\s\S]*?(?:<\/\1\s{0,9}>|(?![\s\S]))/gim;

/** The text without these; linear in its length. */
export function withoutReasoningTags(text: string): string {
  return text.replace(REASONING_TAG, "");
}
