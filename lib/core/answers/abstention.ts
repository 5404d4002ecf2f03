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
 * form of `outputOrAbstention` its part (docs/agents.md, "When a task cannot be done"). Of several objects the last
 * counts. A schema that has a field of that name means its own.
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
  return { answer };
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
