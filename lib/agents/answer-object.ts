import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { scanJson } from "@/lib/core/plan/scan-json";

/**
 * The object in an answer that has this key, whatever stands around it; undefined when there is none, and when several
 * say different things under it: an answer may quote what it judges.
 */
export function objectWith(text: string, key: string): JsonObject | undefined {
  const whole = scanJson(text).found.flatMap(({ value, salvaged }): Json[] => (salvaged ? [] : [value]));
  const objects = whole.filter(isJsonObject).filter((value) => Object.hasOwn(value, key));
  return objects.every((one) => one[key] === objects[0]?.[key]) ? objects.at(-1) : undefined;
}
