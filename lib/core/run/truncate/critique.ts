import type { Json } from "../../json";
import type { Critique, Finding } from "../../plan/critic/types";
import { type Blob, storeValue } from "../../stored-value";
import { cutText } from "../../text";
import type { PlanCritique } from "../events/critique";

export const MAX_STORED_FINDINGS = 50;
const GRAVEST = 3;
const MAX_FINDING_CHARS = 500;
/** With these an event stays under its limit in any script. */
const SUMMARY_CHARS = 300;
const GRAVEST_CHARS = 120;

type CritiqueOrigin = Pick<PlanCritique, "by" | "improvedFrom" | "notes">;

/**
 * A critique as an event carries it: its first fifty findings, inline while they are small and else
 * as a blob to write beside the event (docs/engine.md, "Critic").
 */
export function truncateCritique(
  critique: Critique,
  origin: CritiqueOrigin,
): { kept: PlanCritique; blob?: Blob } {
  const { score, summary, findings } = critique;
  const listed = findings.slice(0, MAX_STORED_FINDINGS).map(truncateFinding);
  const { stored, blob } = storeValue(listed as unknown as Json);
  const gravest = listed.slice(0, GRAVEST).map(({ message }) => cutText(message, GRAVEST_CHARS));
  const omitted = findings.length - listed.length;
  const words = { summary: cutText(summary, SUMMARY_CHARS), gravest };
  return { kept: { ...origin, score, ...words, findings: stored, omitted }, ...(blob && { blob }) };
}

function truncateFinding(finding: Finding): Finding {
  const { message, recommendation } = finding;
  return {
    ...finding,
    message: cutText(message, MAX_FINDING_CHARS),
    recommendation: cutText(recommendation, MAX_FINDING_CHARS),
  };
}
