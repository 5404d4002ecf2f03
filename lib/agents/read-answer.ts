import { scanJson } from "@/lib/core/answers/scan-json";
import { isJsonObject, type Json, type JsonObject, parseJson } from "@/lib/core/json";

const FENCED = /^```[a-z]*[ \t]*\n([\s\S]*?)\n?[ \t]*```$/i;

/**
 * The value of a final answer: JSON when the whole text, or the whole of the one code fence it consists of, is
 * JSON; otherwise the text without the white space around it.
 */
export function readAnswerValue(text: string): Json {
  const trimmed = text.trim();
  const fenced = FENCED.exec(trimmed)?.[1];
  const value = parseJson(fenced ?? trimmed);
  return value === undefined ? trimmed : value;
}

/**
 * The object in an answer that has this key, whatever stands around it; undefined when there is none, and when several
 * say different things under it: an answer may quote what it judges.
 */
export function objectWith(text: string, key: string): JsonObject | undefined {
  const whole = scanJson(text).found.flatMap(({ value, salvaged }): Json[] => (salvaged ? [] : [value]));
  const objects = whole.filter(isJsonObject).filter((value) => Object.hasOwn(value, key));
  return objects.every((one) => one[key] === objects[0]?.[key]) ? objects.at(-1) : undefined;
}

/** A score from 0 to 1, also written as text; undefined for anything else. */
export function scoreOf(value: Json | undefined): number | undefined {
  const score = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
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
