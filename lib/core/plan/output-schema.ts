import { isJsonObject, type Json, type JsonObject } from "../json";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/**
 * What keeps a value from being a JSON Schema, by its outer shape alone; undefined when nothing does. A signature
 * text is not looked into here (docs/plans.md, "Validation").
 */
export function outputSchemaProblem(schema: string | JsonObject): string | undefined {
  if (typeof schema === "string") return schema.trim() === "" ? "it is empty" : undefined;
  const { type, properties, required, items } = schema;
  if (type !== undefined && !isType(type))
    return `"type" must be one of ${TYPES.join(", ")}, or a list of them`;
  if (properties !== undefined && !isJsonObject(properties)) return '"properties" must be an object';
  if (required !== undefined && !isTextList(required)) return '"required" must be a list of property names';
  if (items !== undefined && !isJsonObject(items) && typeof items !== "boolean")
    return '"items" must be a schema';
  return undefined;
}

function isType(type: Json): boolean {
  return [type].flat().every((name) => typeof name === "string" && TYPES.includes(name));
}

function isTextList(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
