import { isJsonObject, type Json, type JsonObject } from "../json";
import { getOwn } from "../own";
import { cleanText } from "../text";
import { unwrapped } from "./read-answer";
import { scanJson } from "./scan-json";
import { splitThinking } from "./thinking";

/** An answer that says, instead of giving the result, why there can be none; otherwise the answer itself. */
export type ReadAbstention = { cannot: string } | { answer: Json };

/**
 * Reads the honest way out that stands beside the form of a result: `{"cannot": "<reason>"}`, and of an answer in the
 * form of `resultForm` its part (docs/agents.md, "When a task cannot be done"). Of several objects the last
 * counts. A schema that has a field of that name means its own. Where a form is asked for, words without any data that begin by saying
 * that the task cannot be done are such an answer too.
 */
export function readAbstention(answer: Json, schema?: JsonObject): ReadAbstention {
  if (declares(schema, "cannot")) return { answer };
  const last = typeof answer === "string" ? lastObject(answer) : answer;
  for (const value of last === undefined ? [] : unwrapped(last)) {
    if (!isJsonObject(value) || !Object.hasOwn(value, "cannot")) continue;
    const { cannot, ...others } = value;
    const isAlone = Object.values(others).every((other) => other === null);
    if (typeof cannot === "string" && cannot.trim() !== "" && (isAlone || isClosed(schema)))
      return { cannot: cannot.trim() };
    const [name, ...more] = Object.keys(others);
    if (name === "result" && more.length === 0 && !cannot)
      return { answer: getOwn(others, "result") ?? null };
  }
  const said = typeof answer === "string" && schema ? inWords(answer) : undefined;
  return said === undefined ? { answer } : { cannot: said };
}

const CANNOT = "(?:cannot|can not|can['’]t|could not|couldn['’]t)";
const DO = "(?:do|complete|perform|carry out|fulfil+|finish)";
const UNDONE = new RegExp(
  `^\\W*(?:(?:the|this) task ${CANNOT} be (?:done|completed|performed|carried out|fulfilled|finished)|(?:i(?: am|['’]m) (?:sorry|afraid)\\W+(?:but )?)?i (?:${CANNOT} ${DO}|(?:am|was) unable to ${DO}) (?:the|this|my) task)\\b`,
  "i",
);

/** The words of an answer that begin by saying that the task cannot be done, and bring no data. */
function inWords(text: string): string | undefined {
  const said = splitThinking(cleanText(text)).answer.trim();
  return UNDONE.test(said) && scanJson(said).found.length === 0 ? said : undefined;
}

function lastObject(text: string): Json | undefined {
  const { found } = scanJson(splitThinking(cleanText(text)).answer);
  return found.filter(({ salvaged, value }) => !salvaged && isJsonObject(value)).at(-1)?.value;
}

const declares = (schema: JsonObject | undefined, name: string): boolean =>
  isJsonObject(schema?.properties) && Object.hasOwn(schema.properties, name);

/** Has the schema names of its own for all that it holds, so that another one is none of them? */
function isClosed(schema: JsonObject | undefined): boolean {
  if (!isJsonObject(schema?.properties) || Object.keys(schema.properties).length === 0) return false;
  return !isJsonObject(schema.additionalProperties) && !isJsonObject(schema.patternProperties);
}
