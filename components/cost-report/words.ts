import type { CallPurpose } from "@/lib/core/cost/purpose";
import { formatCount, formatUsd } from "@/lib/core/describe/amounts";
import type { CostLine } from "@/lib/core/views";
import { tokensText } from "../runs/run-usage";

type Sum = Pick<CostLine, "knownUsd" | "unknownCalls" | "modelCalls">;

/** What is known of a sum: "$1.20", and "unknown" where no call has a known cost. */
export function knownText({ knownUsd, unknownCalls, modelCalls }: Sum): string {
  return modelCalls > 0 && unknownCalls === modelCalls ? "unknown" : formatUsd(knownUsd);
}

/** The same of a sum that stands for itself: "at least $1.20" where a part is unknown. */
export const leastText = (sum: Sum): string =>
  sum.unknownCalls > 0 && sum.unknownCalls < sum.modelCalls ? `at least ${knownText(sum)}` : knownText(sum);

export const callsText = (calls: number): string => (calls === 1 ? "1 call" : `${formatCount(calls)} calls`);

/** "120 calls · 61.2 k tokens · 3 unpriced" */
export function detailText({ modelCalls, knownTokens, unknownCalls }: CostLine): string {
  const unpriced = unknownCalls > 0 ? [`${formatCount(unknownCalls)} unpriced`] : [];
  return [callsText(modelCalls), `${tokensText(knownTokens)} tokens`, ...unpriced].join(" · ");
}

/** A part of the known money of a whole, in words. */
export function shareText(part: Sum, whole: Sum): string {
  if (whole.knownUsd === 0) return knownText(part);
  return `${((part.knownUsd / whole.knownUsd) * 100).toFixed(1)} %`;
}

export const PURPOSE_LABELS: Record<CallPurpose, string> = {
  run: "Runs",
  replay: "Replays",
  eval: "Evaluations",
  probe: "Probes of models",
  question: "Questions about plans",
};

/** `quality_gate` as people read it. */
export const roleText = (role: string): string => role.replaceAll("_", " ");
