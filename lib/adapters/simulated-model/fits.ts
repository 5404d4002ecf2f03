import { canonicalJson, isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";

const KNOWN = new Set(
  "$schema title description default examples type enum const properties required additionalProperties items pattern minLength maxLength minimum maximum minItems maxItems uniqueItems".split(
    " ",
  ),
);

/**
 * Whether a value certainly fits a JSON Schema of plain keywords. Schemas that say more than this knows never fit:
 * the template rather calls no tool than one with doubtful arguments.
 */
export function fits(schema: JsonObject, value: Json): boolean {
  if (!Object.keys(schema).every((key) => KNOWN.has(key))) return false;
  const { type, enum: allowed } = schema;
  if (typeof type === "string" && !isOfType(type, value)) return false;
  if (Array.isArray(type) && !type.some((one) => isOfType(String(one), value))) return false;
  if (Array.isArray(allowed) && !allowed.includes(value)) return false;
  if ("const" in schema && schema.const !== value) return false;
  if (typeof value === "string") return fitsText(schema, value);
  if (typeof value === "number") return within(value, schema.minimum, schema.maximum);
  if (Array.isArray(value)) return fitsList(schema, value);
  return !isJsonObject(value) || fitsObject(schema, value);
}

function isOfType(type: string, value: Json): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isJsonObject(value);
  return typeof value === type;
}

function fitsText({ minLength, maxLength, pattern }: JsonObject, value: string): boolean {
  if (!within(value.length, minLength, maxLength)) return false;
  return typeof pattern !== "string" || matchesPattern(pattern, value);
}

/** A repeated group could take forever, so a pattern with one counts as not fitting. */
export function matchesPattern(pattern: string, value: string): boolean {
  if (/\)[*+{?]/.test(pattern) || value.length > 200) return false;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return false;
  }
}

function fitsList({ items, minItems, maxItems, uniqueItems }: JsonObject, value: Json[]): boolean {
  if (!within(value.length, minItems, maxItems)) return false;
  if (uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length) return false;
  return !isJsonObject(items) || value.every((item) => fits(items, item));
}

function fitsObject({ properties, required, additionalProperties }: JsonObject, value: JsonObject): boolean {
  const known = isJsonObject(properties) ? properties : {};
  if (Array.isArray(required) && !required.every((key) => Object.hasOwn(value, String(key)))) return false;
  return Object.entries(value).every(([key, item]) => {
    const schema = Object.hasOwn(known, key) ? getOwn(known, key) : additionalProperties;
    return schema !== false && (!isJsonObject(schema) || fits(schema, item));
  });
}

function within(size: number, min: Json | undefined, max: Json | undefined): boolean {
  return !(typeof min === "number" && size < min) && !(typeof max === "number" && size > max);
}
