import { isJsonObject, type Json, type JsonObject } from "../json";
import { asOneOf, asText, Fields } from "../plan/fields";
import { Report } from "../plan/report";
import { type DecisionFields, type DecisionPointAnswer, POINT_ANSWERS } from "./types";

/** The fields of an answer in JSON, in camelCase or snake_case. */
export function fieldsOfJson(object: JsonObject): DecisionFields {
  const fields = new Fields(object, "", new Report());
  const plan = fields.find(["updated_plan"])?.value;
  return {
    reasoning: fields.text(["reasoning"]),
    answers: readAnswers(fields.find(["answers"])?.value),
    updatedPlan: Array.isArray(plan) ? { tasks: plan } : isJsonObject(plan) ? plan : asText(plan ?? null),
    finalResult: fields.find(["final_result"])?.value,
    abortReason: fields.text(["abort_reason"]),
  };
}

function readAnswers(value: Json | undefined): DecisionPointAnswer[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isJsonObject).map((item) => {
    const fields = new Fields(item, "", new Report());
    return {
      question: fields.text(["question", "point", "decision_point"]) ?? "",
      answer: asOneOf(fields.find(["answer", "status"])?.value ?? null, POINT_ANSWERS) ?? "unclear",
      evidence: fields.text(["evidence", "reason"]) ?? "",
    };
  });
}
