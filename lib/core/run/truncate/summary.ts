import { type Blob, type StoredValue, storeValue } from "../../stored-value";
import { cutText } from "../../text";
import type { Summary } from "../events/answer";

/** With these an event stays under its limit in any script. */
const ANSWER_BYTES = 2_048;
const REASONING_CHARS = 500;
const REASON_CHARS = 400;
const MAX_EVIDENCE = 10;
const EVIDENCE_CHARS = 60;

/** A summary as the summarizer writes it. */
export type WrittenSummary = Omit<Summary, "finalAnswer"> & { finalAnswer: string };

/** A final answer as an event carries it beside other words: as a blob where it is long. */
export function storeFinalAnswer(answer: string): { stored: StoredValue; blob?: Blob } {
  return storeValue(answer, ANSWER_BYTES);
}

/** A summary as an event carries it: the answer as a blob where it is long, the words cut where they are. */
export function truncateSummary(written: WrittenSummary): { kept: Summary; blob?: Blob } {
  const { outcome = "", finalAnswer, qualityScore, qualityReasoning, needReplan } = written;
  const { replanReason, usedEvidence } = written;
  const { stored, blob } = storeFinalAnswer(finalAnswer);
  const kept = {
    ...(outcome !== "" && { outcome: cutText(outcome, REASON_CHARS) }),
    finalAnswer: stored,
    qualityScore,
    qualityReasoning: cutText(qualityReasoning, REASONING_CHARS),
    needReplan,
    replanReason: cutText(replanReason, REASON_CHARS),
    usedEvidence: usedEvidence.slice(0, MAX_EVIDENCE).map((text) => cutText(text, EVIDENCE_CHARS)),
  };
  return { kept, ...(blob && { blob }) };
}
