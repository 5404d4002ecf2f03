import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { asFlag, Fields } from "@/lib/core/plan/fields";
import { Report } from "@/lib/core/plan/report";
import { scanJson } from "@/lib/core/plan/scan-json";
import { scoreOf, textsOf } from "../answer-parts";
import type { Parsed } from "../role";
import type { SummarizerOutput } from "./types";

const NO_SUMMARY = "There is no JSON object with a finalAnswer in it.";
const NO_FLAG = "needReplan must be true or false.";
const NO_SCORE = "qualityScore must be a number from 0 to 1.";
const NO_REASON = "needReplan is true, so replanReason must say what is missing.";

/**
 * The summary in the first object that has an answer, whatever stands around it; keys in camelCase or snake_case.
 * Whether to go on, and how good it is, must be said: neither is ever assumed.
 */
export function readSummary(text: string): Parsed<SummarizerOutput> {
  const objects = scanJson(text).found.flatMap(({ value }) => (isJsonObject(value) ? fieldsOf(value) : []));
  const fields = objects.find((one) => one.has(["final_answer", "answer"]));
  const finalAnswer = fields && answerText(fields.find(["final_answer", "answer"])?.value ?? null);
  if (!fields || !finalAnswer) return { ok: false, problem: NO_SUMMARY };
  const needReplan = asFlag(fields.find(["need_replan", "needs_replan"])?.value ?? null);
  if (needReplan === undefined) return { ok: false, problem: NO_FLAG };
  const qualityScore = scoreOf(fields.find(["quality_score", "score"])?.value);
  if (qualityScore === undefined) return { ok: false, problem: NO_SCORE };
  const replanReason = fields.text(["replan_reason"])?.trim() ?? "";
  if (needReplan && replanReason === "") return { ok: false, problem: NO_REASON };
  const qualityReasoning = fields.text(["quality_reasoning", "reasoning"])?.trim() ?? "";
  const usedEvidence = textsOf(fields.find(["used_evidence", "evidence"])?.value);
  return {
    ok: true,
    value: { finalAnswer, qualityScore, qualityReasoning, needReplan, replanReason, usedEvidence },
  };
}

const fieldsOf = (object: JsonObject): Fields => new Fields(object, "", new Report());

/** Models now and then answer with data where text is asked for. */
function answerText(value: Json): string {
  return typeof value === "string" ? value.trim() : value === null ? "" : JSON.stringify(value, null, 2);
}
