import { cutBytes } from "../../bytes";
import type { AnswerCritique } from "../../reflection";

/** With these an event stays under its limit in any script. */
const FEEDBACK_BYTES = 1_200;
const LIST_BYTES = 1_500;
const MAX_ITEMS = 5;
const MAX_QUESTIONS = 3;

/** A critique as events carry it: the words cut, and the first of each list. */
export function truncateAnswerCritique(critique: AnswerCritique): AnswerCritique {
  const { score, feedback, issues, suggestions, questions } = critique;
  return {
    score,
    feedback: cutBytes(feedback, FEEDBACK_BYTES),
    issues: truncateList(issues, MAX_ITEMS),
    suggestions: truncateList(suggestions, MAX_ITEMS),
    questions: truncateList(questions, MAX_QUESTIONS),
  };
}

function truncateList(texts: readonly string[], most: number): string[] {
  return texts.slice(0, most).map((text) => cutBytes(text, Math.floor(LIST_BYTES / most)));
}
