import { quoted } from "../legible/marked";
import type { Consent } from "../run/consent";
import type { OutsideCalls, OutsideOutcome } from "../run/outside-calls";
import type { ReviewWarning } from "../run/review-warnings";
import { withMore } from "./amounts";
import { formatControl } from "./controls";
import { changedWords } from "./done-calls";

/** How a call ended, as it stands behind its name; nothing behind one that was simply done. */
export const OUTSIDE_OUTCOMES: Record<OutsideOutcome, string | undefined> = {
  done: undefined,
  failed: "ended with an error; whether it changed anything is not known",
  unknown: "started, its end is not known",
};

/** Says by whose leave a call went out, and what its work is beside the plan that people let run. */
export function consentWords({ call, edited, controls = [], plan, since, ahead = [] }: Consent): string {
  const changed = since && `${since.change} in plan version ${since.version}${byPeople(since.by)}`;
  const ways = [
    ...(call ? [`approved by ${namedPeople(call)}`] : []),
    ...(edited ? [changedWords(edited)] : []),
    ...controls.map(
      ({ title, people }) => `let pass at ${quoted(formatControl(title))} by ${namedPeople(people)}`,
    ),
    ...(plan ? [`approved with ${since ? "that version" : "the plan"} by ${namedPeople(plan)}`] : []),
  ];
  const nobody = since && since.by.length > 0 ? "nobody else was asked" : "nobody was asked";
  const asked = ways.length === 0 ? nobody : ways.join(", ");
  const said = changed === undefined ? asked : `${changed}, ${asked}`;
  return ahead.length === 0
    ? said
    : `${said}, before ${ahead.map(quoted).join(" and ")}, which the approved plan has first`;
}

const byPeople = (people: readonly string[]): string =>
  people.length === 0 ? "" : ` by ${people.join(" and ")}`;

const namedPeople = (people: readonly string[]): string =>
  people.length === 0 ? "a rule" : people.join(" and ");

/** A line for each task that people let act with the plan and that was not done. */
export const notDoneLines = ({ notDone }: Pick<OutsideCalls, "notDone">): string[] =>
  notDone.map(({ title, status }) => `Approved with the plan and not done: ${quoted(title)} (${status})`);

/** A line for each call of a run that acted outside, and how many are not listed; one line where there was none. */
export function outsideLines(calls: OutsideCalls): string[] {
  const { items, count } = calls;
  if (count === 0) return ["Nothing was changed outside.", ...notDoneLines(calls)];
  const lines = items.map(
    (call) =>
      `${call.tool} ${call.args} (${quoted(call.title)}, ${consentWords(call.consent)})${call.simulated ? ", simulated" : ""}${suffix(OUTSIDE_OUTCOMES[call.outcome])}`,
  );
  const more = count > items.length ? [withMore("", count - items.length).trim()] : [];
  return [...lines, ...more, ...notDoneLines(calls)];
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
