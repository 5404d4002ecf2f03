import { quoted } from "../legible/marked";
import type { OutsideCalls, OutsideOutcome } from "../run/outside-calls";
import type { ReviewWarning } from "../run/review-warnings";
import { withMore } from "./amounts";

/** How a call ended, as it stands behind its name; nothing behind one that was simply done. */
export const OUTSIDE_OUTCOMES: Record<OutsideOutcome, string | undefined> = {
  done: undefined,
  failed: "ended with an error; whether it changed anything is not known",
  unknown: "started, its end is not known",
};

/** A line for each call of a run that acted outside, and how many are not listed; one line where there was none. */
export function outsideLines({ items, count }: OutsideCalls): string[] {
  if (count === 0) return ["Nothing was changed outside."];
  const lines = items.map(
    (call) =>
      `${call.tool} ${call.args} (${quoted(call.title)})${call.simulated ? ", simulated" : ""}${suffix(OUTSIDE_OUTCOMES[call.outcome])}`,
  );
  return count > items.length ? [...lines, withMore("", count - items.length).trim()] : lines;
}

const suffix = (words: string | undefined): string => (words === undefined ? "" : `: ${words}`);

/** How a reviewer answered a question, where it was not yes. */
export const REVIEW_WARNING_WORDS: Record<ReviewWarning["answer"], string> = {
  warning: "to be watched",
  no: "no",
  unclear: "unclear",
};

/** A warning of a reviewer in a line: the question, its answer, and what that rests on. */
export function reviewWarningLine({ title, question, answer, evidence, reviewer }: ReviewWarning): string {
  const who = reviewer === undefined ? quoted(title) : `${quoted(title)}, ${reviewer}`;
  return `${question} ${REVIEW_WARNING_WORDS[answer]}${evidence === "" ? "" : `: ${evidence}`} (${who})`;
}
