import { DECISIONS, type PotentialOutcome } from "../schema";

// A lower-case word may be plain English ("Complete the form"): there a dash or colon has to follow it.
const SHOUTED = /^\W*(CONTINUE|REPLAN|COMPLETE|ABORT)\b[\s*_`\])\-–—:=>→]*(.*)$/s;
const SPOKEN = /^\W*(continue|replan|complete|abort)\b[\s*_`\])]*[-–—:=>→][\s*_`\-–—:=>→]*(.*)$/is;

/** Reads "CONTINUE - when all is well" in its many spellings; undefined when it opens with no decision. */
export function readOutcome(text: string): PotentialOutcome | undefined {
  const [, word, when = ""] = SHOUTED.exec(text) ?? SPOKEN.exec(text) ?? [];
  const decision = DECISIONS.find((known) => known === word?.toUpperCase());
  return decision && { decision, when: when.trim() };
}

/** Several outcomes on one line, divided by semicolons or commas before a decision word. */
export function splitOutcomes(text: string): string[] {
  return text.split(/;|[,|](?=\s*(?:CONTINUE|REPLAN|COMPLETE|ABORT)\b)/).filter((part) => part.trim() !== "");
}
