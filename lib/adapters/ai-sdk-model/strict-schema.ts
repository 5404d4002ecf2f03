import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";

const PLAIN_KEYWORDS = new Set([
  "$schema",
  "title",
  "description",
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
]);

/**
 * Whether OpenAI's strict mode takes the schema: every object closed, every property required, plain keywords
 * only (platform.openai.com/docs/guides/structured-outputs, "Supported schemas"). It refuses all others.
 */
export function fitsStrictMode(schema: JsonObject): boolean {
  return schema.type === "object" && isStrict(schema);
}

function isStrict(schema: Json | undefined): boolean {
  if (!isJsonObject(schema) || !Object.keys(schema).every((key) => PLAIN_KEYWORDS.has(key))) return false;
  if (!isTyped(schema)) return false;
  if ("properties" in schema || schema.type === "object") return isClosedObject(schema);
  if (schema.type === "array") return isStrict(schema.items);
  return Array.isArray(schema.anyOf) ? schema.anyOf.every(isStrict) : true;
}

function isTyped(schema: JsonObject): boolean {
  return ["type", "enum", "const", "anyOf"].some((key) => key in schema);
}

function isClosedObject(schema: JsonObject): boolean {
  const { properties, required } = schema;
  if (schema.additionalProperties !== false || !isJsonObject(properties) || !Array.isArray(required))
    return false;
  return Object.entries(properties).every(([name, inner]) => required.includes(name) && isStrict(inner));
}
