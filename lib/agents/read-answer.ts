import { readAnswer } from "@/lib/core/answers";
import { numberIn } from "@/lib/core/answers/coerce";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";

/** The value of a final answer: JSON when it is nothing else, otherwise its text; without what was thought aloud. */
export function readAnswerValue(text: string): Json {
  const read = readAnswer(text);
  return read.ok ? read.value : "";
}

/**
 * The object in an answer that has this key as the schema wants it, whatever stands around it and whatever else is in
 * it, and in words what stood there in another form; undefined when there is none.
 */
export function objectWith(
  text: string,
  schema: JsonObject,
  key: string,
): { said: JsonObject; noted: { coerced?: string[] } } | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const alone = { [key]: {} };
  for (const wanted of [properties, alone]) {
    const read = readAnswer(text, { type: "object", required: [key], properties: wanted });
    if (!read.ok || !isJsonObject(read.value)) continue;
    return { said: read.value, noted: read.coerced.length > 0 ? { coerced: read.coerced } : {} };
  }
  return undefined;
}

/** A score from 0 to 1, also written as text; undefined for anything else. */
export function scoreOf(value: Json | undefined): number | undefined {
  const score = typeof value === "string" ? numberIn(value, true) : value;
  return typeof score === "number" && score >= 0 && score <= 1 ? score : undefined;
}

/** The texts of a list, or a single one; what is none is shown as JSON, and nothing left out but what is blank. */
export function textsOf(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.flatMap((item) => {
    const text = typeof item === "string" ? item.trim() : JSON.stringify(item);
    return text === "" ? [] : text;
  });
}
