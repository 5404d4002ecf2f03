import type { Json } from "../../json";
import type { Coverage, Critique, Finding } from "../../plan/critic/types";
import { type Blob, INLINE_LIMIT_BYTES, storeValue } from "../../stored-value";
import { cutText, elideWords } from "../../text";
import type { PlanCritique } from "../events/critique";

export const MAX_STORED_FINDINGS = 50;
const GRAVEST = 3;
const MAX_FINDING_CHARS = 500;
/** With these an event stays under its limit in any script. */
const SUMMARY_CHARS = 300;
const GRAVEST_CHARS = 120;
const INLINE_BYTES_BESIDE_COVERAGE = 1_500;

type CritiqueOrigin = Pick<PlanCritique, "by" | "improvedFrom" | "notes">;

/**
 * A critique as an event carries it: its first fifty findings and the coverage, inline while they are small and else
 * as blobs to write beside the event (docs/engine.md, "Critic").
 */
export function truncateCritique(
  critique: Critique,
  origin: CritiqueOrigin,
  coverage?: Coverage,
): { kept: PlanCritique; blobs: Blob[] } {
  const { score, summary, findings } = critique;
  const listed = findings.slice(0, MAX_STORED_FINDINGS).map(truncateFinding);
  const limit = coverage ? INLINE_BYTES_BESIDE_COVERAGE : INLINE_LIMIT_BYTES;
  const { stored, blob } = storeValue(listed as unknown as Json, limit);
  const covered = coverage && storeValue(coverage as unknown as Json, limit);
  const gravest = listed.slice(0, GRAVEST).map(({ message }) => elideWords(message, GRAVEST_CHARS));
  const omitted = findings.length - listed.length;
  const words = { summary: cutText(summary, SUMMARY_CHARS), gravest };
  const kept: PlanCritique = { ...origin, score, ...words, findings: stored, omitted };
  if (covered) kept.coverage = covered.stored;
  return { kept, blobs: [blob, covered?.blob].filter((one) => one !== undefined) };
}

function truncateFinding(finding: Finding): Finding {
  const { message, recommendation } = finding;
  return {
    ...finding,
    message: cutText(message, MAX_FINDING_CHARS),
    recommendation: cutText(recommendation, MAX_FINDING_CHARS),
  };
}
