import { DECISIONS, type Decision } from "../plan/schema";

/** `meant`: nothing turns it into its opposite, a question, or a choice that was not taken. */
export type StandaloneDecision = { decision: Decision; meant: boolean };

/** A ticked box is a mark like any other; an empty one says that this is not the choice. */
const TICKED = /\[\s*[xX✓✔☑✅]\s*\]/gu;
const NEGATING_MARKS = /[~¬≠?？❌✗✘✖🚫⛔👎☐□▢⬜]|\[\s*\]/u;
/** A sign of negation in front, behind other signs; an exclamation mark at the end is none. */
const NEGATED_IN_FRONT = /^[^\p{L}\p{N}]*!/u;

const IN_CAPITALS = new RegExp(DECISIONS.join("|"));

/** The decision that a text is, with nothing beside it but brackets, quotes, marks and punctuation. */
export function standaloneDecision(text: string): StandaloneDecision | undefined {
  const bare = text.replace(TICKED, "").trim();
  const word = bare.replace(/^[^\p{L}\p{N}]+/u, "");
  const [, name = "", rest = ""] = /^([a-z]+)(.*)$/is.exec(word) ?? [];
  const decision = DECISIONS.find((one) => one === name.toUpperCase());
  if (decision === undefined || /[\p{L}\p{N}]/u.test(rest)) return undefined;
  return { decision, meant: !NEGATING_MARKS.test(bare) && !NEGATED_IN_FRONT.test(bare) };
}

/** The same for a line outside the sections, where only a word in capitals is a decision. */
export function standaloneInCapitals(line: string): StandaloneDecision | undefined {
  // Answers may be endless, and hardly a line of them has one.
  if (!IN_CAPITALS.test(line)) return undefined;
  const bare = line.replace(TICKED, "");
  return bare === bare.toUpperCase() ? standaloneDecision(bare) : undefined;
}

/** The decision words in capitals that a text contains anywhere. */
export function decisionWords(text: string): Decision[] {
  return DECISIONS.filter((decision) => new RegExp(`\\b${decision}\\b`).test(text));
}
