import type { Json } from "../json";
import { type GateVerb, isApproving, verbRow } from "../run/gates/table";
import type { DrillSample } from "./sample";

/** What an answer to a drill came to: a fault found or missed, a clean gate let pass or refused. */
export const DRILL_OUTCOMES = ["found", "missed", "passed", "false_alarm"] as const;
export type DrillOutcome = (typeof DRILL_OUTCOMES)[number];

/** What closes one is its answer, that its time is over, or that its reviewer acted on the run that it tells of. */
export const DRILL_STATUSES = ["open", "decided", "expired", "told"] as const;

/** Judges an answer to a drill; `value` is what it puts in place of the shown one (docs/drills.md, "What counts"). */
export function judgeDrill(
  sample: DrillSample,
  { verb, value }: { verb: GateVerb; value?: Json },
): DrillOutcome {
  const { fault } = sample;
  if (!fault) return letsPass(sample, verb) ? "passed" : "false_alarm";
  const takesValue = verbRow(verb).needs === "value" && value !== undefined;
  const isCorrected = takesValue && !JSON.stringify(value).includes(fault.shown);
  return !letsPass(sample, verb) || isCorrected ? "found" : "missed";
}

/** Of a review only what its model proposes lets it pass, where the sample does not name the answers that see the fault. */
function letsPass({ proposal, rightVerbs }: DrillSample, verb: GateVerb): boolean {
  if (rightVerbs) return !rightVerbs.includes(verb);
  return proposal ? verb === "approve" || verb === proposal.decision : isApproving(verb);
}
