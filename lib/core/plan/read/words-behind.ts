import type { Plan } from "../schema";
import { isProse } from "./asking";

/** Words behind a plan that say nothing of their own (docs/plans.md, "JSON in text"). All others are unread. */

/** An offer to change the plan, every word of which is one that offers have. */
const OFFER =
  /^(?:(?:please )?(?:let me know|tell me)|i? ?hope this helps)(?:,? (?:if|what|you|you['’]d|would|like|want|need|think|to|me|of|it|in|the|any|all|more|anything|something|else|further|other|changes?|adjust|adjusted|adjustments?|details?|modify|add|have|questions?|help|plan|tasks?|steps?|is|are|wrong|missing|unclear|\d{1,3}))*[.!]?$/iu;
/** Words that neither deny nor put off anything, beside the names of tasks. */
const PLAIN = new Set(
  "a an the this plan and then of it its step steps task tasks graph td lr tb flowchart".split(" "),
);
/** Letters of a word of which others are forms. */
const STEM = 3;

/** What stands behind a plan and nothing reads: its own sentences, without offers and what only names the plan's tasks again. */
export function wordsBehind(text: string, { tasks }: Plan): string | undefined {
  const named = tasks.flatMap(({ id, title }) => wordsIn(`${id} ${title}`));
  const isName = (word: string): boolean =>
    named.some((one) => one === word || (one.length >= STEM && word.startsWith(withoutE(one))));
  const said = text
    .replace(/^\s*(?:```|~~~)\s*\w*\s*$/gm, "")
    .split(/(?<=[.!?。！？])\s+|\n/u)
    .map((sentence) => sentence.trim())
    .filter((one) => !OFFER.test(one) && !wordsIn(one).every((word) => PLAIN.has(word) || isName(word)));
  const rest = said.join(" ");
  return isProse(rest) ? rest : undefined;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** "Write" is the stem of "writing". */
const withoutE = (word: string): string => (word.length > STEM ? word.replace(/e$/, "") : word);
