import { isEmpty, isHarmless, onlyHolds, unreadIn } from "../answers/account";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { asOneOf, asText, Fields, type Found } from "../plan/read/fields";
import { excerptOf, Report } from "../plan/read/report";
import { isBlank } from "./exact-form";
import { standaloneDecision } from "./spoken";
import { type DecisionFields, type DecisionPointAnswer, POINT_ANSWERS } from "./types";

/** Names of the reasons, which mean nothing else. */
const REASONS = ["reasoning", "reason", "reasons", "rationale", "justification"];

const nameOf = (key: string): string => key.replace(/[_\s-]/g, "").toLowerCase();

/** What an answer in JSON gives, in camelCase or snake_case, and what it holds that is not read. */
export type FieldsRead = { fields: DecisionFields; unread: string[] };

export function fieldsOfJson({ said, beside, wrappers }: Omit<Deciding, "decisions" | "object">): FieldsRead {
  const report = new Report();
  const given = Object.entries(said).filter(([key]) => nameOf(key) !== "decision");
  const fields = new Fields(Object.fromEntries(given), "", report);
  const plan = fields.find(["updated_plan"])?.value;
  const read = {
    reasoning: fields.text(REASONS),
    answers: readAnswers(fields.find(["answers"]), report),
    deviation: fields.text(["deviation", "deviations"]),
    updatedPlan: Array.isArray(plan) ? { tasks: plan } : isJsonObject(plan) ? plan : asText(plan ?? null),
    finalResult: fields.find(["final_result"])?.value,
    abortReason: fields.text(["abort_reason"]),
    conditions: readConditions(fields.find(["conditions"]), report),
  };
  fields.finish();
  const holders = wrappers.filter((name) => !onlyHolds(name));
  const others = beside.filter(([key, value]) => !isBeside(key, value));
  return { fields: read, unread: [...unreadIn(report), ...holders.map(asHolder), ...others.map(asOther)] };
}

const asHolder = (name: string): string =>
  name === "" ? "The answer stands in a list." : `The answer stands inside ${JSON.stringify(name)}.`;
const asOther = ([name, value]: [string, Json]): string =>
  `${name}: ${excerptOf(value)} stands beside the answer.`;

/** Beside what a call is given stands its name. */
const isBeside = (key: string, value: Json): boolean =>
  isHarmless(key, value) || (nameOf(key) === "name" && typeof value === "string" && onlyHolds(value));

/** Texts that say something; one alone is a list of one. What is none cannot be told, and stays unread. */
function readConditions(found: Found | undefined, report: Report): string[] | undefined {
  if (!found) return undefined;
  const items = Array.isArray(found.value) ? found.value : [found.value];
  return items
    .filter((item) => !isBlank(item))
    .flatMap((item, index) => {
      if (typeof item === "string") return [item.trim()];
      report.notUnderstood(`${found.path}[${index}]`, item, "a text");
      return [];
    });
}

function readAnswers(found: Found | undefined, report: Report): DecisionPointAnswer[] | undefined {
  if (!Array.isArray(found?.value)) {
    if (found && !isEmpty(found.value)) report.notUnderstood(found.path, found.value, "a list");
    return undefined;
  }
  return found.value.flatMap((item, index) => {
    const path = `${found.path}[${index}]`;
    if (!isJsonObject(item)) {
      if (!isEmpty(item)) report.notUnderstood(path, item, "an answer to a point");
      return [];
    }
    const fields = new Fields(item, path, report);
    const answer = fields.read(["answer", "status"], POINT_ANSWERS.join(", "), (value) =>
      asOneOf(value, POINT_ANSWERS),
    );
    const point = {
      question: fields.text(["question", "point", "decision_point"]) ?? "",
      answer: answer ?? ("unclear" as const),
      evidence: fields.text(["evidence", "reason"]) ?? "",
    };
    fields.finish();
    return [point];
  });
}

/**
 * The object that decides, with its decision under the name of the form in `said`, all that it gives for it, the names of
 * what holds it, and what stands in there beside it.
 */
type Deciding = {
  object: JsonObject;
  said: JsonObject;
  decisions: string[];
  wrappers: string[];
  beside: [name: string, value: Json][];
};

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
export function decidingIn(
  value: Json,
  wrappers: string[] = [],
  beside: Deciding["beside"] = [],
): Deciding | undefined {
  if (Array.isArray(value))
    return value.length === 1 ? decidingIn(value[0] ?? null, [...wrappers, ""], beside) : undefined;
  if (!isJsonObject(value)) return undefined;
  const named = withOwnName(value);
  const said = Object.entries(named).filter(([, one]) => one !== null);
  const decisions = said.flatMap(([key, one]) => (nameOf(key) === "decision" ? [one] : []));
  if (decisions.length > 0) {
    const isWhole = wrappers.length === 0 || said.some(([key]) => nameOf(key) === "reasoning");
    const isText = decisions.every((one) => typeof one === "string");
    return isWhole && isText ? { object: value, said: named, decisions, wrappers, beside } : undefined;
  }
  const [nested, ...others] = said.filter(([, one]) => typeof one === "object");
  if (!nested || others.length > 0) return undefined;
  const around = said.filter((one) => one !== nested);
  return decidingIn(nested[1], [...wrappers, nested[0]], [...beside, ...around]);
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
