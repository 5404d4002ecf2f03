import { isJsonObject } from "../json";
import { fieldsOf, type JsonSchema, schemasIn } from "./json-schema";

/** How deep a type is written out; what lies deeper is named by its kind alone. */
const MAX_DEPTH = 5;

/**
 * A schema as a type in the notation of TypeScript, in one line: `{ kind: "plan" | "task", taskId?: string }`. Limits of
 * length and size are left to the document.
 */
export function typeText(schema: JsonSchema, depth = 0): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)];
  if (alternatives.length > 0)
    return [...new Set(alternatives.map((one) => typeText(one, depth)))].join(" | ");
  switch (schema.type) {
    case "array":
      return arrayText(schema, depth);
    case "object":
      return objectText(schema, depth);
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type;
    default:
      return schemasIn(schema.allOf).length > 0 ? objectText(schema, depth) : "any JSON";
  }
}

function arrayText({ items }: JsonSchema, depth: number): string {
  const item = isJsonObject(items) ? typeText(items, depth + 1) : "any JSON";
  return /^[\w.]+$|^\{/.test(item) && !item.includes("} |") ? `${item}[]` : `(${item})[]`;
}

function objectText(schema: JsonSchema, depth: number): string {
  if (depth >= MAX_DEPTH) return "object";
  const fields = fieldsOf(schema).map(
    ({ name, schema: field, required }) => `${name}${required ? "" : "?"}: ${typeText(field, depth + 1)}`,
  );
  if (fields.length > 0) return `{ ${fields.join(", ")} }`;
  const { additionalProperties: others } = schema;
  return isJsonObject(others) ? `{ [name]: ${typeText(others, depth + 1)} }` : "object";
}
