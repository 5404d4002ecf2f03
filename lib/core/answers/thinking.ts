/** What models write beside their answer (docs/agents.md, "Thinking"). */

/** Names of the tags in which models think aloud, as alternatives of a pattern. */
export const THINKING_TAG_NAMES =
  "think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|inner_monologue|deliberation";

// Only a tag that opens a line counts: JSON holds none there. What is not closed continues to the end.
const THINKING = new RegExp(
  `^[^\\S\\n]*<(${THINKING_TAG_NAMES})\\b[^<>\\n]{0,200}>([\\s\\S]*?)(?:<\\/\\1\\s{0,9}>|((?![\\s\\S])))`,
  "gim",
);
/** Some models do not write the tag that opens; one inside a line may be part of a text. */
const CLOSING = new RegExp(
  `^[^\\S\\n]*<\\/(?:${THINKING_TAG_NAMES})>|<\\/(?:${THINKING_TAG_NAMES})>[^\\S\\n]*$`,
  "gim",
);
/** In thinking that never ends, a line that says that the answer begins here. */
const ANSWER_BEGINS =
  /^[^\S\n]*(?:#{1,6}\s*|\*\*)?(?:(?:my|the)\s+)?(?:final\s+)?(?:answer|response|output)(?:\*\*)?\s*:/gim;
const QUOTED_DATA = /^[^\S\n]*<data\b[^<>\n]{0,200}>[\s\S]*?(?:<\/data\s{0,9}>|(?![\s\S]))/gim;

export type SplitThinking = {
  /** The text without what was thought aloud. */
  answer: string;
  thinking?: string;
  /** The last thinking was never closed, and no line in it says that the answer begins. */
  unclosed: boolean;
};

/** Divides what a model thought aloud from its answer; linear in the length of the text. */
export function splitThinking(text: string): SplitThinking {
  const thoughts: string[] = [];
  let unclosed = false;
  let answer = text.replace(THINKING, (_, __, inside: string, end?: string) => {
    if (end === undefined) {
      thoughts.push(inside.trim());
      return "";
    }
    const begins = [...inside.matchAll(ANSWER_BEGINS)].at(-1);
    unclosed = begins === undefined;
    thoughts.push((begins ? inside.slice(0, begins.index) : inside).trim());
    return begins ? inside.slice(begins.index + begins[0].length) : "";
  });
  const closed = [...answer.matchAll(CLOSING)].at(-1);
  if (closed) {
    thoughts.push(answer.slice(0, closed.index).trim());
    answer = answer.slice(closed.index + closed[0].length);
  }
  const thinking = thoughts.filter((one) => one !== "").join("\n\n");
  return { answer, unclosed, ...(thinking !== "" && { thinking }) };
}

/** The text without what the model thought, or quotes in a data block of a request. */
export function withoutAsides(text: string): string {
  return splitThinking(text).answer.replace(QUOTED_DATA, "");
}
