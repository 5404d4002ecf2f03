import { isJsonObject, type Json, type JsonObject } from "../json";

/** Keywords of a schema that hold one, a list of them, or a map of them. */
const ONE: ReadonlySet<string> = new Set([
  "items",
  "additionalProperties",
  "additionalItems",
  "not",
  "if",
  "then",
  "else",
]);
const LIST: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);
const MAP: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** The names that an object's schema wants: those of its list, and those whose own schema says so, as in draft 3. */
export function requiredNames({ required, properties }: JsonObject): string[] {
  const listed = Array.isArray(required) ? required.filter((one) => typeof one === "string") : [];
  const own = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, one]) =>
        isJsonObject(one) && one.required === true ? name : [],
      )
    : [];
  return [...new Set([...listed, ...own])];
}

/**
 * The schema with all that it wants in lists of its objects, as forms, models and prompts read it. The same schema where none
 * of its properties says it of itself.
 */
export function withRequiredNames(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(
    ([key, value]) => key !== "required" || typeof value !== "boolean",
  );
  const entries = kept.map(([key, value]): [string, Json, Json] => [key, readInside(key, value), value]);
  const names = requiredNames(schema);
  const listed = Array.isArray(schema.required) ? schema.required.length : 0;
  const isSame =
    kept.length === Object.keys(schema).length && entries.every(([, now, before]) => now === before);
  if (isSame && names.length <= listed) return schema;
  const read = Object.fromEntries(entries);
  return names.length > listed ? { ...read, required: names } : read;
}

function readInside(key: string, value: Json): Json {
  if (LIST.has(key) && Array.isArray(value)) return sameOr(value, value.map(readAny));
  if (ONE.has(key)) return readAny(value);
  if (!MAP.has(key) || !isJsonObject(value)) return value;
  const read = Object.entries(value).map(([name, one]): [string, Json, Json] => [name, readAny(one), one]);
  return read.every(([, now, before]) => now === before) ? value : Object.fromEntries(read);
}

const readAny = (value: Json): Json => (isJsonObject(value) ? withRequiredNames(value) : value);
const sameOr = (before: Json[], after: Json[]): Json[] =>
  after.every((one, index) => one === before[index]) ? before : after;
