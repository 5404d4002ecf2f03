import { DECISIONS, type Decision } from "../plan/words";

/** `meant`: nothing turns it into its opposite, a question, or a choice that was not taken. */
export type SaidDecision = { decision: Decision; meant: boolean };

/** A ticked box is a mark like any other; an empty one says that this is not the choice. */
const TICKED = /\[\s*[xX✓✔☑✅]\s*\]/gu;
const NEGATING_MARKS = /[~¬≠?？❌✗✘✖🚫⛔👎☐□▢⬜]|\[\s*\]/u;

/** A sign of negation in front, behind other signs; an exclamation mark at the end is none. */
const NEGATED_IN_FRONT = /^[^\p{L}\p{N}]*!/u;
const IN_CAPITALS = new RegExp(DECISIONS.join("|"));

/** A word of plain letters, with nothing but signs around it. */
const ONE_WORD = /^([^\p{L}\p{N}]*)([a-z]+)([^\p{L}\p{N}]*)$/iu;

/** The decision that a text is, with nothing beside it but brackets, quotes, marks and punctuation. */
export function standaloneDecision(text: string): SaidDecision | undefined {
  const [, front = "", name = "", behind = ""] = ONE_WORD.exec(text.replace(TICKED, "")) ?? [];
  const decision = DECISIONS.find((one) => one === name.toUpperCase());
  if (decision === undefined) return undefined;
  const negated = NEGATING_MARKS.test(front) || NEGATING_MARKS.test(behind) || NEGATED_IN_FRONT.test(front);
  return { decision, meant: !negated };
}

/** The same for a line outside the sections, where only a word in capitals is a decision. */
export function standaloneInCapitals(line: string): SaidDecision | undefined {
  // Answers may be endless, and hardly a line of them has one.
  return IN_CAPITALS.test(line) ? standaloneDecision(line) : undefined;
}
