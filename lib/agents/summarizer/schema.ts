import type { JsonObject } from "@/lib/core/json";
import { closed, orNull } from "../strict-schema";

const text: JsonObject = { type: "string" };

/** The summarizer's structured answer. */
export const SUMMARY_ANSWER: JsonObject = closed({
  finalAnswer: text,
  qualityScore: { type: "number", minimum: 0, maximum: 1 },
  qualityReasoning: text,
  needReplan: { type: "boolean" },
  replanReason: orNull(text),
  usedEvidence: { type: "array", items: text },
});
