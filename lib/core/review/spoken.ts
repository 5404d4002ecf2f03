import { DECISIONS, type Decision } from "../plan/words";

/** `meant`: nothing turns it into its opposite, a question, or a choice that was not taken. */
export type SaidDecision = { decision: Decision; meant: boolean };

/** A ticked box is a mark like any other; an empty one says that this is not the choice. */
const TICKED = /\[\s*[xX✓✔☑✅]\s*\]/gu;
const NEGATING_MARKS = /[~¬≠?？❌✗✘✖🚫⛔👎☐□▢⬜]|\[\s*\]/u;

/** A sign of negation in front, behind other signs; an exclamation mark at the end is none. */
const NEGATED_IN_FRONT = /^[^\p{L}\p{N}]*!/u;
const IN_CAPITALS = new RegExp(DECISIONS.join("|"));

/** Words behind a decision that make it another one, or one for another case. */
const OPEN =
  /\b(?:if|unless|once|when|after|until|provided|providing|only|but|however|except|caution|carefully|conditional(?:ly)?|subject to|pending|assuming|as long as|would|could|should|might|maybe|perhaps|probably|not|never|cannot|wrong|or)\b|n't\b|\?/i;
const NO_TROUBLE =
  /\b(?:no|not any|without) (?:\w+ )?(?:issues?|problems?|errors?|failures?|blockers?|conflicts?|concerns?|risks?|gaps?|changes?|deviations?|duplicates?|objections?)\b/gi;

/** Signs in front, a word of plain letters, and the marks that close it. */
const FIRST_WORD = /^([^\p{L}\p{N}]*)([a-z]+)([*_`"'”\])]*\s*)/iu;

/** The decision that the first word of a text is, whether a sign negates it, and what stands behind it. */
function firstWord(text: string): (SaidDecision & { rest: string }) | undefined {
  const bare = text.replace(TICKED, "");
  const [start = "", front = "", name = "", marks = ""] = FIRST_WORD.exec(bare) ?? [];
  const decision = DECISIONS.find((one) => one === name.toUpperCase());
  if (decision === undefined) return undefined;
  const negated = NEGATING_MARKS.test(front) || NEGATING_MARKS.test(marks) || NEGATED_IN_FRONT.test(front);
  return { decision, meant: !negated, rest: bare.slice(start.length) };
}

/** The decision that a text is, with nothing beside it but brackets, quotes, marks and punctuation. */
export function standaloneDecision(text: string): SaidDecision | undefined {
  const first = firstWord(text);
  if (!first || /[\p{L}\p{N}]/u.test(first.rest)) return undefined;
  return { decision: first.decision, meant: first.meant && !NEGATING_MARKS.test(first.rest) };
}

/** The same for a line outside the sections, where only a word in capitals is a decision. */
export function standaloneInCapitals(line: string): SaidDecision | undefined {
  // Answers may be endless, and hardly a line of them has one.
  return IN_CAPITALS.test(line) ? standaloneDecision(line) : undefined;
}

/** A decision with words behind it: "CONTINUE - proceed", "CONTINUE (confidence: 85 %)", "REPLAN. The volume …". */
export function spokenDecision(text: string): SaidDecision | undefined {
  const alone = standaloneDecision(text);
  if (alone) return alone;
  const first = firstWord(text);
  if (!first || !/^(?:[-–—]+\s|\(|[.;:!]\s)/.test(first.rest)) return undefined;
  const { decision, meant, rest } = first;
  if (DECISIONS.some((one) => one !== decision && new RegExp(`\\b${one}\\b`).test(rest))) return undefined;
  if (!meant) return { decision, meant };
  const lets = decision === "CONTINUE" || decision === "COMPLETE";
  const open = lets ? OPEN.test(rest.replace(NO_TROUBLE, "")) : /\b(?:unless|only if)\b/i.test(rest);
  return open ? undefined : { decision, meant };
}
