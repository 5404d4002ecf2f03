import { isJsonObject, type Json } from "../json";
import { pathSegments, valueAt } from "../json-path";
import type { NamedMap } from "../lisp";
import { cutText } from "../text";

/** Conditions of reviews (docs/plans.md, "Conditions"). */

export type PreviousTask = { id: string; status: string; result?: Json };
type ConditionFacts = {
  /** The tasks that the review looks at. */
  previous: readonly PreviousTask[];
  /** As `data/results` of a predicate. */
  results: NamedMap;
};
/** Evaluates a predicate with its data, as `evaluate` of lib/core/lisp does. */
type EvaluatePredicate = (
  source: string,
  data: { results: NamedMap },
) => { ok: true; value: unknown } | { ok: false; error: { message: string } };

/** `unknown` is what cannot be evaluated: the review then runs. `shown` says what was looked at and found. */
type EvaluatedCondition = { holds: boolean | "unknown"; shown: string };

const SHOWN_CHARS = 500;
const COMPARISON = /^\s*(<=|>=|==|!=|≤|≥|≠|<|>|=)?\s*(.*?)\s*$/s;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Does the condition of a review hold? The keys of an object are alternatives; of them one that holds is enough. */
export function evaluateCondition(
  condition: Json,
  facts: ConditionFacts,
  evaluatePredicate: EvaluatePredicate,
): EvaluatedCondition {
  const { holds, shown } = evaluate(condition, facts, evaluatePredicate);
  return { holds, shown: cutText(shown, SHOWN_CHARS) };
}

function evaluate(
  condition: Json,
  facts: ConditionFacts,
  evaluatePredicate: EvaluatePredicate,
): EvaluatedCondition {
  if (typeof condition === "boolean") return { holds: condition, shown: String(condition) };
  if (typeof condition === "string") return predicate(condition, facts, evaluatePredicate);
  if (!isJsonObject(condition)) return unknown(`${JSON.stringify(condition)} is not a condition`);
  const alternatives = Object.entries(condition)
    .filter(([, value]) => value !== null && value !== false)
    .flatMap(([key, value]) => alternative(key, value, facts));
  return anyOf(alternatives, "it has nothing to evaluate");
}

function predicate(source: string, { results }: ConditionFacts, evaluatePredicate: EvaluatePredicate) {
  const evaluated = evaluatePredicate(source, { results });
  if (!evaluated.ok) return unknown(`${source}: ${evaluated.error.message}`);
  const { value } = evaluated;
  if (typeof value !== "boolean") return unknown(`${source}: neither true nor false`);
  return { holds: value, shown: `${source}: ${value}` };
}

function alternative(key: string, value: Json, facts: ConditionFacts): EvaluatedCondition[] {
  if (key === "previousFailed" && value === true) return [previousFailed(facts)];
  if (key === "metric" && isJsonObject(value)) {
    return Object.entries(value).map(([name, wanted]) => metric(name, wanted, facts));
  }
  return [unknown(`${key}: ${JSON.stringify(value)} is not a condition`)];
}

function previousFailed({ previous }: ConditionFacts): EvaluatedCondition {
  const holds = previous.some(({ status }) => status === "failed" || status === "blocked");
  const statuses = previous.map(({ id, status }) => `${id} ${status}`).join(", ");
  return { holds, shown: `previousFailed (${statuses || "no tasks"}): ${holds}` };
}

/** The value under this key or path in the result of any previous task, compared with what is wanted. */
function metric(name: string, wanted: Json, { previous }: ConditionFacts): EvaluatedCondition {
  const [, written = "", limit = ""] =
    COMPARISON.exec(typeof wanted === "string" ? wanted : JSON.stringify(wanted)) ?? [];
  const operator = OPERATORS.get(written) ?? "=";
  const compared = previous.flatMap(({ id, result = null }): EvaluatedCondition[] => {
    const value = valueAt(result, [name]) ?? valueAt(result, pathSegments(name)) ?? saidIn(result, name);
    if (value === undefined || value === null) return [];
    const holds = compare(value, operator, limit);
    const shown = `${name} of ${id} is ${cutText(JSON.stringify(value), 60)}, wanted ${operator} ${limit}: ${holds}`;
    return [{ holds, shown }];
  });
  return anyOf(compared, `no result has ${name}`);
}

const OPERATORS = new Map([
  ["==", "="],
  ["≤", "<="],
  ["≥", ">="],
  ["≠", "!="],
  ...["<", "<=", ">", ">=", "=", "!="].map((operator) => [operator, operator] as const),
]);

/** Numbers by value, also where they are written as text; anything else only by being the same or not. */
function compare(value: Json, operator: string, limit: string): boolean | "unknown" {
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value);
  const [a, b] = numbersIn(text, limit);
  const same = a !== undefined && b !== undefined ? a === b : text === limit;
  if (operator === "=") return same;
  if (operator === "!=") return !same;
  if (a === undefined || b === undefined) return "unknown";
  if (operator.startsWith("<") ? a < b : a > b) return true;
  return operator.endsWith("=") && same;
}

/** Both as numbers; a percentage is a share beside one, else the number before its sign. */
function numbersIn(a: string, b: string): [number | undefined, number | undefined] {
  const [one, other] = [quantityIn(a), quantityIn(b)];
  if (!one || !other || one.percent === other.percent) return [one?.number, other?.number];
  const [plain, percent] = one.percent ? [other, one] : [one, other];
  const number = Math.abs(plain.number) <= 1 ? percent.number / 100 : percent.number;
  return one.percent ? [number, plain.number] : [plain.number, number];
}

function quantityIn(text: string): { number: number; percent: boolean } | undefined {
  const percent = /\s*%$/.test(text);
  const digits = text.replace(/\s*%$/, "");
  return NUMBER.test(digits) ? { number: Number(digits), percent } : undefined;
}

/** The number behind a name in prose: "Accuracy: 94.3 %", "the accuracy was 0.943". */
function saidIn(result: Json, name: string): string | undefined {
  if (typeof result !== "string" || !/^[\p{L}\p{N}_. -]{1,60}$/u.test(name)) return undefined;
  const words = name.split(/[_. -]+/).join("[_. -]*");
  const behind = '[*_"]{0,3}\\s*(?:[:=|]|is|was|of|at)?\\s*[*_"]{0,3}\\s*([+-]?\\d+(?:\\.\\d+)?(?:\\s*%)?)';
  const said = new RegExp(`(?<![\\p{L}\\p{N}])${words}${behind}`, "iu");
  return said.exec(result)?.[1];
}

/** Holds if one does; unknown if none does and one is unknown, or there are none. */
function anyOf(alternatives: readonly EvaluatedCondition[], none: string): EvaluatedCondition {
  if (alternatives.length === 0) return unknown(none);
  const shown = alternatives.map((one) => one.shown).join("; ");
  if (alternatives.some(({ holds }) => holds === true)) return { holds: true, shown };
  return { holds: alternatives.some(({ holds }) => holds === "unknown") ? "unknown" : false, shown };
}

function unknown(shown: string): EvaluatedCondition {
  return { holds: "unknown", shown };
}
