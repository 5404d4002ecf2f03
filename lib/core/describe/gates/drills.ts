import type { DrillOutcome } from "../../drills/judge";
import type { DrillFault } from "../../drills/sample";
import type { DrillResult } from "../../drills/view";

export const DRILL_OUTCOME_LABELS: Record<DrillOutcome, string> = {
  found: "Found",
  missed: "Missed",
  passed: "Passed, rightly",
  false_alarm: "Refused, nothing wrong",
};

const HEADLINES: Record<DrillOutcome, string> = {
  found: "This was a drill, and you found the planted fault.",
  missed: "This was a drill, and you missed the planted fault.",
  passed: "This was a drill without a fault, and you let it pass.",
  false_alarm: "This was a drill without a fault, and you refused it.",
};

/** What a drill came to, in a sentence to its reviewer. */
export const drillHeadline = ({ outcome }: Pick<DrillResult, "outcome">): string =>
  outcome === null ? "This was a drill. It closed without an answer." : HEADLINES[outcome];

/** What is said to who acts on the run that a drill tells of. */
export const toldDrill = (result: DrillResult): string =>
  [
    result.outcome === null
      ? "This was a drill, and there is no run to act on. It is closed, and counts as neither found nor missed."
      : drillHeadline(result),
    result.fault ? describeFault(result.fault) : "Nothing was wrong with it.",
  ].join(" ");

/** Nothing depends on the answer to a drill. */
export const DRILL_WITHOUT_EFFECT = "No run, model or tool was involved.";

/** What was planted, in a sentence. */
const FAULTS: Record<DrillFault["code"], (fault: DrillFault) => string> = {
  approval_missing: ({ shown, against }) =>
    `The mission says “${against}”, but the plan goes to “${shown}” without asking anyone.`,
  control_dropped: ({ shown, against }) =>
    `The change removes “${shown}”, although the mission says “${against}”.`,
  approvers_fewer: ({ shown, against }) =>
    `With the new version ${shown}, although the mission says “${against}”.`,
  check_skipped: ({ shown }) => `The change skips “${shown}”, which the mission asks for.`,
  recipient_foreign: ({ shown, against }) => `The mail goes to ${shown}; the mission names ${against}.`,
  amount_wrong: ({ shown, against }) => `The amount is ${shown}; the mission says ${against}.`,
  total_wrong: ({ shown, against }) =>
    `The summary says ${shown}; the results that it rests on, ${against}, come to another sum.`,
  result_contradicted: ({ shown, against }) =>
    `The summary says “${shown}”; the result that it rests on says “${against}”.`,
  limit_exceeded: ({ shown, against }) =>
    `The reviewer says yes at ${shown}, although the limit is ${against}.`,
  approval_claimed: ({ shown, against }) =>
    `The answer says “${shown}”, but “${against}” is listed as not passed.`,
};

const PLACES: Record<DrillFault["place"], string> = {
  plan: "Proposed plan",
  changes: "Changes",
  arguments: "Arguments",
  evidence: "Evidence",
  answers: "Review proposal",
  answer: "Answer",
};

/** What was planted, and where on the panel it could be seen. */
export const describeFault = (fault: DrillFault): string =>
  `${FAULTS[fault.code](fault)} It was visible under “${PLACES[fault.place]}”.`;
