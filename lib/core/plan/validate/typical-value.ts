import { isJsonObject, type Json, type JsonObject } from "../../json";
import { getOwn } from "../../own";

const MAX_DEPTH = 8;

/** A value of the form that a schema asks for, every field there and every list with one item; undefined where it does not say. */
export function typicalValue(schema: Json | undefined, depth = 0): Json | undefined {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return undefined;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const branches = [schema.anyOf, schema.oneOf].find((one) => Array.isArray(one));
  if (Array.isArray(branches)) return typicalValue(branches[0], depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object" || isJsonObject(schema.properties)) return typicalObject(schema, depth);
  if (type === "array") {
    const item = typicalValue(schema.items, depth + 1);
    return item === undefined ? [] : [item];
  }
  return typeof type === "string" ? getOwn(PLAIN, type) : undefined;
}

const PLAIN: Record<string, Json> = { string: "text", number: 1, integer: 1, boolean: true, null: null };

function typicalObject({ properties }: JsonObject, depth: number): JsonObject {
  const fields = Object.entries(isJsonObject(properties) ? properties : {});
  return Object.fromEntries(
    fields.flatMap(([key, field]): [string, Json][] => {
      const value = typicalValue(field, depth + 1);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
