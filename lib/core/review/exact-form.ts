import { onlyHolds } from "../answers/account";
import { isPlain } from "../answers/english";
import { beforeAnnouncement } from "../answers/quotation";
import type { Json } from "../json";
import type { Decision } from "../plan/words";
import type { AnswerSections } from "./sections";

/**
 * Is a text that lets the work go on the form and nothing else (docs/agents.md, "Decisions"): the decision, reasons in plain
 * words, and with COMPLETE one paragraph of a result? Whatever else stands there may say the opposite, in words that
 * nobody has listed.
 */
export function isExactForm(decision: Decision, { preamble, bodies }: AnswerSections): boolean {
  const { DECISION, REASONING, FINAL_RESULT, ...others } = bodies;
  const before = withoutHolders(preamble);
  const below = DECISION.map((body) => withoutHolders(body.slice(body.split("\n", 1).join().length)));
  const ofOthers = [...Object.values(others).flat(), ...(decision === "COMPLETE" ? [] : FINAL_RESULT)];
  if (!ofOthers.every(isBlank) || below.some((text) => text !== "")) return false;
  // Without a label the decision itself is all that stands before its reasons.
  if (DECISION.length > 0 && before !== "" && beforeAnnouncement(before) !== "") return false;
  return REASONING.map(withoutHolders).every(isPlain) && FINAL_RESULT.map(withoutHolders).every(isParagraph);
}

/** A text without its fences and the tags that only hold it. */
const withoutHolders = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^\s*(?:```|~~~)\w*\s*$/.test(line))
    .filter((line) => !onlyHolds(/^\s*<\/?(\w+)>\s*$/.exec(line)?.[1] ?? "?"))
    .join("\n")
    .trim();

/** One paragraph, in which no other label and no empty box begins a line. */
const isParagraph = (text: string): boolean =>
  !/\n\s*\n|\n\s*(?:[*_#>]*\p{L}[\p{L} _-]{1,30}[*_]*[:：][^\S\n]*\S|(?:[-*]\s+)?(?:\[\s*\]|☐))/u.test(
    `\n${text}`,
  );

/** Words that stand in the place of a result without being one; "n/a" has lost its stroke. */
const PLACEHOLDER_RESULTS: ReadonlySet<string> = new Set([
  "",
  "null",
  "none",
  "nil",
  "undefined",
  "na",
  "tbd",
  "todo",
]);

/** Is a value no result: empty, or a word that stands for one? */
export function isBlank(value: Json): boolean {
  if (typeof value === "string")
    return PLACEHOLDER_RESULTS.has(value.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase());
  return typeof value === "object" && (value === null || Object.keys(value).length === 0);
}
