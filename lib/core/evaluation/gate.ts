import { type Measure, type Target, targetOf } from "./measures";
import type { EvaluationRow } from "./tally";

/** Why a row says nothing of its target. */
export type Unmeasured = "simulated" | "provider_errors" | "not_asked";

export type GateVerdict = {
  measure: Measure;
  target: Target;
  value: number | null;
} & ({ verdict: "met" | "missed" } | { verdict: "not_measured"; because: Unmeasured });

/**
 * Holds each row that has a target against it. A row whose cases were not all judged, or by the simulated model, claims
 * none: a gate that opens for what nobody measured is no gate.
 */
export function gateVerdicts(rows: readonly EvaluationRow[]): GateVerdict[] {
  return rows.flatMap((row) => {
    const target = targetOf(row.measure);
    if (!target) return [];
    const { measure, value } = row;
    const because = unmeasured(row);
    if (because !== undefined || value === null)
      return { measure, target, value, verdict: "not_measured", because: because ?? "not_asked" };
    return { measure, target, value, verdict: isMet(value, target) ? "met" : "missed" };
  });
}

/** Whether the gate opens: there is a target, and all are met. */
export const gateOpens = (verdicts: readonly GateVerdict[]): boolean =>
  verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === "met");

function unmeasured({ simulated, providerErrors, notAsked }: EvaluationRow): Unmeasured | undefined {
  if (simulated) return "simulated";
  if (providerErrors > 0) return "provider_errors";
  return notAsked > 0 ? "not_asked" : undefined;
}

const isMet = (value: number, target: Target): boolean =>
  "atLeast" in target ? value >= target.atLeast : value < target.below;
