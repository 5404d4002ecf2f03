import { isJsonObject, type Json, type JsonObject } from "../json";

/** An argument that a rule can look at. `types` are those of JSON Schema; empty where the schema says none. */
export type ArgumentPath = {
  path: string;
  types: readonly string[];
  choices?: readonly Json[];
  help?: string;
};

const MAX_DEPTH = 4;

/**
 * The arguments that a tool's schema names, as paths of rules: `to.*.mail` for a field of every item of a list. What
 * lies deeper than four levels has to be written by hand.
 */
export function argumentPaths(schema: JsonObject): ArgumentPath[] {
  return pathsInside(schema, [], 0);
}

function pathsInside(schema: JsonObject, path: readonly string[], depth: number): ArgumentPath[] {
  if (depth >= MAX_DEPTH) return [];
  const { properties, items } = schema;
  const named = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, one]) => pathsAt(one, [...path, name], depth))
    : [];
  return [...named, ...(isJsonObject(items) ? pathsAt(items, [...path, "*"], depth) : [])];
}

function pathsAt(schema: Json, path: readonly string[], depth: number): ArgumentPath[] {
  if (!isJsonObject(schema)) return [{ path: path.join("."), types: [] }];
  const { type, description } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  const choices = Array.isArray(schema.enum) ? schema.enum : undefined;
  const own = {
    path: path.join("."),
    types,
    ...(choices && { choices }),
    ...(typeof description === "string" && { help: description }),
  };
  return [own, ...pathsInside(schema, path, depth + 1)];
}
