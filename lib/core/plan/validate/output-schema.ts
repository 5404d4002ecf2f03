import { isJsonObject, type Json, type JsonObject } from "../../json";
import type { Task } from "../schema";
import { signatureToJsonSchema } from "./signature";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** The JSON Schema that a result has to fit; undefined for any result. A signature must be one that can be read. */
export function outputJsonSchema({ outputSchema }: Pick<Task, "outputSchema">): JsonObject | undefined {
  if (typeof outputSchema !== "string") return outputSchema;
  const read = signatureToJsonSchema(outputSchema);
  return read.ok ? read.schema : undefined;
}

/**
 * What keeps a value from being a JSON Schema, by its outer shape alone, or a text from being a signature; undefined
 * when nothing does (docs/plans.md, "Validation").
 */
export function outputSchemaProblem(schema: string | JsonObject): string | undefined {
  if (typeof schema === "string") return signatureProblem(schema);
  const { type, properties, required, items } = schema;
  if (type !== undefined && !isType(type))
    return `"type" must be one of ${TYPES.join(", ")}, or a list of them`;
  if (properties !== undefined && !isJsonObject(properties)) return '"properties" must be an object';
  if (required !== undefined && !isTextList(required)) return '"required" must be a list of property names';
  if (items !== undefined && !isJsonObject(items) && typeof items !== "boolean")
    return '"items" must be a schema';
  return undefined;
}

function signatureProblem(signature: string): string | undefined {
  const read = signatureToJsonSchema(signature);
  if (read.ok) return undefined;
  const { message, line, column } = read.problem;
  return `the signature cannot be read at line ${line}, column ${column}: ${message}`;
}

function isType(type: Json): boolean {
  return [type].flat().every((name) => typeof name === "string" && TYPES.includes(name));
}

function isTextList(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
