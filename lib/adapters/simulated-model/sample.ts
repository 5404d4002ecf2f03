import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { fits } from "./fits";

const MAX_DEPTH = 8;

/** A value that fits the schema, its texts saying `text`; undefined when the schema is beyond this. */
export function sampleOf(schema: JsonObject, text: string): Json | undefined {
  const value = sample(schema, text, 0);
  return value !== undefined && fits(schema, value) ? value : undefined;
}

function sample(schema: JsonObject, text: string, depth: number): Json | undefined {
  if (depth > MAX_DEPTH) return;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type ?? (isJsonObject(schema.properties) ? "object" : "string")) {
    case "object":
      return sampleObject(schema, text, depth);
    case "array":
      return sampleList(schema, text, depth);
    case "number":
    case "integer":
      return typeof schema.minimum === "number" ? Math.ceil(schema.minimum) : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return typeof schema.maxLength === "number" ? text.slice(0, schema.maxLength) : text;
  }
}

function sampleObject(schema: JsonObject, text: string, depth: number): Json | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const entries = Object.entries(properties).map(([key, inner]) => [
    key,
    isJsonObject(inner) ? sample(inner, text, depth + 1) : text,
  ]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function sampleList(schema: JsonObject, text: string, depth: number): Json | undefined {
  const item = sample(isJsonObject(schema.items) ? schema.items : {}, text, depth + 1);
  const count = typeof schema.minItems === "number" ? Math.min(schema.minItems, 20) : 1;
  return item === undefined ? undefined : Array.from({ length: count }, () => item);
}
