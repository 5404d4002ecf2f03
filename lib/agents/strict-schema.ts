import type { JsonObject } from "@/lib/core/json";

/**
 * Schemas of structured answers: strict modes of providers take only closed objects that require every key, so what
 * does not apply is null.
 */
export function closed(properties: Record<string, JsonObject>): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

export function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}
