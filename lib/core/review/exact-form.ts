import { isHarmless, onlyHolds } from "../answers/account";
import { setsCondition } from "../answers/english";
import { beforeAnnouncement, isUnable, reportsOthers } from "../answers/quotation";
import { onlyStates } from "../answers/statements";
import type { Json } from "../json";
import type { Decision } from "../plan/words";
import { pointAnswer } from "./points";
import { type AnswerSections, belowDecision } from "./sections";

/**
 * Is a text that lets the work go on the form and nothing else (docs/agents.md, "Decisions"): the decision, reasons that
 * only state or say beside a slot without conditions what they want, and with COMPLETE one paragraph of a result?
 */
export function isExactForm(decision: Decision, sections: AnswerSections): boolean {
  const { preamble, bodies } = sections;
  const { REASONING, DEVIATION, CONDITIONS, FINAL_RESULT, UPDATED_PLAN, ABORT_REASON } = bodies;
  const ofOthers = [
    ...CONDITIONS,
    ...UPDATED_PLAN,
    ...ABORT_REASON,
    ...(decision === "COMPLETE" ? [] : FINAL_RESULT),
  ];
  if (!ofOthers.every(isBlank) || !FINAL_RESULT.map(withoutHolders).every(isParagraph)) return false;
  const before = withoutHolders(preamble);
  const reasons = [...belowDecision(sections), ...REASONING, ...DEVIATION.filter((one) => !isBlank(one))];
  // Without a label the decision is the first line.
  const around = bodies.DECISION.length > 0 ? before : before.split("\n").slice(1).join("\n");
  reasons.push(beforeAnnouncement(around) ?? around);
  const hasSlot = CONDITIONS.length > 0;
  return !reportsOthers(before) && reasons.map(withoutHolders).every((text) => isReason(text, hasSlot));
}

/** May a text be the reasons of what it stands beside? Without a slot for conditions it may only state. */
export function isReason(text: string, hasSlot: boolean): boolean {
  const lines = text.split("\n").filter((line) => !isAside(line));
  if (lines.some((line) => UNTICKED.test(line) || isOtherLabel(line))) return false;
  const said = lines.join("\n");
  return hasSlot ? !(isUnable(said) || setsCondition(said)) : onlyStates(said);
}

/** A heading of the answer, a point that holds, a task with what became of it, and what tells how the answer was made. */
const isAside = (line: string): boolean =>
  onlyHolds(/^\s*#{1,6}\s+(.*)$/u.exec(line)?.[1] ?? "?") ||
  pointAnswer(line).some(({ answer }) => answer === "yes") ||
  (TASK.test(labelOf(line)[0]) && onlyStates(String(labelOf(line)[1]))) ||
  isHarmless(...labelOf(line));

const TASK = /^(?:task|step) \d+$/i;

const UNTICKED = /^\s*(?:[-*•]\s+)?(?:\[\s*\]|☐)/u;
const LABELED = /^[^\p{L}\n]{0,8}(\p{L}[\p{L}\p{N} _/-]{0,40}?)[^\p{L}\p{N}\n]{0,4}[:：=]+[*_`]*\s*(.*)$/u;
const labelOf = (line: string): [key: string, value: Json] => {
  const [, key = "", value = line] = LABELED.exec(line) ?? [];
  return [key, value];
};

/** Does a line begin with a label that no section has: up to four words, none of them a verb that states? */
function isOtherLabel(line: string): boolean {
  const [key] = labelOf(line);
  return key !== "" && key.split(/[\s_]+/).length <= 4 && !/\b(?:is|are|was|were|has|have|had)\b/i.test(key);
}

/** A text without its fences and the tags that only hold it. */
const withoutHolders = (text: string): string =>
  text
    .replace(/^[|>][-+]?[^\S\n]*\n/, "")
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
