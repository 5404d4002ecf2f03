import { rate, sumOf, wilson } from "../insights/formulas";
import { APPROVAL_KINDS, type ApprovalKind } from "../run/gates/table";
import type { DrillOutcome } from "./judge";

/** Answered drills, as the store counts them. */
export type DrillCounts = readonly { kind: ApprovalKind; outcome: DrillOutcome; drills: number }[];

/** A share over drills with its 95 % interval; null over fewer than five. */
type DrillShare = {
  drills: number;
  part: number;
  rate: number | null;
  interval: [low: number, high: number] | null;
};

/** How many planted faults people found, and how many clean gates they refused. */
export type CatchRate = {
  answered: number;
  found: DrillShare;
  falseAlarms: DrillShare;
  kinds: ({ kind: ApprovalKind } & DrillShare)[];
};

/** Found by kind of gate, in the order of kinds, those without a drill left out. */
export function catchRateOf(counts: DrillCounts): CatchRate {
  const of = (rows: DrillCounts, wanted: DrillOutcome) =>
    sumOf(rows, ({ outcome, drills }) => (outcome === wanted ? drills : 0));
  const foundIn = (rows: DrillCounts) => share(of(rows, "found"), of(rows, "found") + of(rows, "missed"));
  const alarms = of(counts, "false_alarm");
  return {
    answered: sumOf(counts, ({ drills }) => drills),
    found: foundIn(counts),
    falseAlarms: share(alarms, alarms + of(counts, "passed")),
    kinds: APPROVAL_KINDS.map((kind) => ({
      kind,
      ...foundIn(counts.filter((row) => row.kind === kind)),
    })).filter(({ drills }) => drills > 0),
  };
}

function share(part: number, drills: number): DrillShare {
  const known = rate(part, drills);
  return { drills, part, rate: known, interval: known === null ? null : wilson(part, drills) };
}
