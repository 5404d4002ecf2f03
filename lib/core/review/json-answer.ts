import { saysAnything } from "../answers/read-verdict";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { asOneOf, asText, Fields } from "../plan/read/fields";
import { Report } from "../plan/read/report";
import { standaloneDecision } from "./spoken";
import { type DecisionFields, type DecisionPointAnswer, POINT_ANSWERS } from "./types";

const nameOf = (key: string): string => key.replace(/[_\s-]/g, "").toLowerCase();

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

const FIELDS: ReadonlySet<string> = new Set(
  "decision reasoning answers deviation deviations updatedplan finalresult abortreason".split(" "),
);

const OF_POINT: ReadonlySet<string> = new Set(
  "question point decisionpoint answer status evidence reason".split(" "),
);

/**
 * Does an answer say something beside its fields, or beside those of what it answers to a point? What is empty says nothing,
 * and a number nothing against the work, but for a decision that is held to be less likely than not.
 */
export function saysMore(object: JsonObject): boolean {
  return Object.entries(object).some(([key, value]) => {
    const name = nameOf(key);
    if (name === "answers") return !Array.isArray(value) ? saysAnything(value) : value.some(saysMoreOfPoint);
    if (name === "confidence") return isUnsure(value);
    // Reasons in another form are not read.
    if (name === "reasoning") return typeof value !== "string" && saysAnything(value);
    return !FIELDS.has(name) && saysAnything(value);
  });
}

const saysMoreOfPoint = (value: Json): boolean =>
  isJsonObject(value) &&
  Object.entries(value).some(([key, one]) => !OF_POINT.has(nameOf(key)) && saysAnything(one));

/** A share, or a percentage; words are not known to say how sure it is. */
function isUnsure(value: Json): boolean {
  const share = typeof value === "string" ? Number(value.replace(/\s*%$/, "")) : value;
  if (typeof share !== "number") return saysAnything(value);
  return !((share >= 0.5 && share <= 1) || (share >= 50 && share <= 100));
}

/**
 * The object that decides, with its decision under the name of the form in `said`, all that it gives for it, and the names
 * of what holds it.
 */
export type Deciding = { object: JsonObject; said: JsonObject; decisions: string[]; wrappers: string[] };

/** Other names under which a decision stands, where it is the only one. */
const OTHER_NAMES: ReadonlySet<string> = new Set(["action", "verdict", "finaldecision"]);

/** The object with its decision under the name of the form, where it stands under another and has its reasons with it. */
function withOwnName(object: JsonObject): JsonObject {
  const entries = Object.entries(object);
  const names = entries.map(([key]) => nameOf(key));
  const others = entries.filter(([key, value]) => OTHER_NAMES.has(nameOf(key)) && value !== null);
  const [[key, value] = ["", null], another] = others;
  const isOne = typeof value === "string" && another === undefined && standaloneDecision(value) !== undefined;
  if (!isOne || names.includes("decision") || !names.includes("reasoning")) return object;
  return Object.fromEntries(entries.map(([name, one]) => [name === key ? "decision" : name, one]));
}

/**
 * The object with a decision that a value is, or holds as the only thing nested in it: a wrapper, or a list of one. A
 * nested one has the form that is asked for, a decision with its reasoning; an outcome that a plan foresees has none.
 */
export function decidingIn(value: Json, wrappers: string[] = []): Deciding | undefined {
  if (Array.isArray(value))
    return value.length === 1 ? decidingIn(value[0] ?? null, [...wrappers, ""]) : undefined;
  if (!isJsonObject(value)) return undefined;
  const named = withOwnName(value);
  const said = Object.entries(named).filter(([, one]) => one !== null);
  const decisions = said.flatMap(([key, one]) => (nameOf(key) === "decision" ? [one] : []));
  if (decisions.length > 0) {
    const isWhole = wrappers.length === 0 || said.some(([key]) => nameOf(key) === "reasoning");
    const isText = decisions.every((one) => typeof one === "string");
    return isWhole && isText ? { object: value, said: named, decisions, wrappers } : undefined;
  }
  const [nested, ...others] = said.filter(([, one]) => typeof one === "object");
  return nested && others.length === 0 ? decidingIn(nested[1], [...wrappers, nested[0]]) : undefined;
}

/** All names and texts in values, but those of a plan. */
export function wordsIn(values: readonly Json[]): string[] {
  const words: string[] = [];
  const open = [...values];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "string") words.push(value);
    else if (Array.isArray(value)) open.push(...value);
    else if (isJsonObject(value))
      for (const [key, one] of Object.entries(value)) if (nameOf(key) !== "updatedplan") open.push(key, one);
  }
  return words;
}
