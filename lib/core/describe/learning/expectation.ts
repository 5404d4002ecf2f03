import type { Payload } from "../../run/events";
import type { Proposal } from "../../run/events/reviews";
import { formatReason } from "../reason";

/** "70 % sure", or that nobody has said how sure. */
export function formatConfidence(confidence: number | null): string {
  return confidence === null ? "confidence unknown" : `${Math.round(confidence * 100)} % sure`;
}

/** "Accuracy of at least 97 % (70 % sure)", or why nothing was said. */
export function formatExpectation({
  said,
  problem,
}: Pick<Payload<"task_reasoned">, "said" | "problem">): string {
  if (said) return `${said.expectedOutcome} (${formatConfidence(said.confidence)})`;
  return `nothing was said${problem ? `: ${formatReason(problem)}` : ""}`;
}

/** "Deviation: accuracy 94.3 % instead of 97 %.", empty where a reviewer saw none. */
export const formatDeviation = ({ deviation }: Pick<Proposal, "deviation">): string =>
  deviation === undefined ? "" : `Deviation: ${deviation}`;
