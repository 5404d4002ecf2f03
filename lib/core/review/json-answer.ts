import { JsonReader, keyNamed } from "../answers/scan-json";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { asOneOf, asText, Fields } from "../plan/read/fields";
import { Report } from "../plan/read/report";
import { type DecisionFields, type DecisionPointAnswer, POINT_ANSWERS } from "./types";

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;
const OPENERS = "{[";
const CLOSERS = "}]";

/** Stands for a decision that is no text: it is none. */
const NO_TEXT = "no text";
const isDecision = (name: string): boolean =>
  keyNamed(JSON.parse(name) as string).toLowerCase() === "decision";

/** The fields of an answer in JSON, in camelCase or snake_case. */
export function fieldsOfJson(object: JsonObject): DecisionFields {
  const fields = new Fields(object, "", new Report());
  const plan = fields.find(["updated_plan"])?.value;
  return {
    reasoning: fields.text(["reasoning"]),
    answers: readAnswers(fields.find(["answers"])?.value),
    deviation: fields.text(["deviation", "deviations"]),
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

/**
 * Every value that an object gives for its decision, in any spelling of the name: a name that is written twice would
 * keep its last value alone, and hide a contradiction. `source` is an object as `scanJson` found it. Nulls are left out.
 */
export function decisionsIn(source: string): string[] {
  const reader = new JsonReader(source, 0, source.lastIndexOf("*/"));
  reader.read();
  const said: string[] = [];
  let depth = 0;
  /** The token before: in front of a colon, the name of a field. */
  let name = "";
  let wanted = false;
  for (const [token] of reader.json().matchAll(TOKEN)) {
    if (token === ":") {
      wanted = depth === 1 && isDecision(name);
      continue;
    }
    if (wanted && token !== "null")
      said.push(token.startsWith('"') ? (JSON.parse(token) as string) : NO_TEXT);
    wanted = false;
    name = token;
    if (OPENERS.includes(token)) depth += 1;
    if (CLOSERS.includes(token)) depth -= 1;
  }
  return said;
}
