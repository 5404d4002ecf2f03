import { isJsonObject, type JsonObject } from "../json";

/** A JSON Schema of the dialect that OpenAPI 3.1 has (2020-12). */
export type JsonSchema = JsonObject;

/** The schemas that a schema is put together from. */
const PARTS = ["anyOf", "oneOf", "allOf"] as const;

/** The schemas in a list of them; none where there is no list. */
export const schemasIn = (value: unknown): JsonSchema[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** The same schema without some fields of its objects, in every part and alternative. */
export function withoutFields(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const kept = { ...schema };
  if (isJsonObject(kept.properties)) {
    const properties = Object.entries(kept.properties).filter(([name]) => !names.has(name));
    kept.properties = Object.fromEntries(properties);
  }
  const required = requiredIn(kept).filter((name) => !names.has(name));
  if (required.length > 0) kept.required = required;
  else delete kept.required;
  for (const part of PARTS)
    if (kept[part]) kept[part] = schemasIn(kept[part]).map((one) => withoutFields(one, names));
  return kept;
}

/** A field of an object; `required` when every alternative asks for it. */
export type SchemaField = { name: string; schema: JsonSchema; required: boolean };

/** The fields of an object in the order of their schemas, those of its parts and alternatives included, each once. */
export function fieldsOf(schema: JsonSchema): SchemaField[] {
  const required = new Set(requiredIn(schema));
  const own = Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).map(
    ([name, property]) => ({
      name,
      schema: isJsonObject(property) ? property : {},
      required: required.has(name),
    }),
  );
  const ofParts = schemasIn(schema.allOf).flatMap(fieldsOf);
  const ofAlternatives = [schema.anyOf, schema.oneOf].flatMap((list) => {
    const alternatives = schemasIn(list).map(fieldsOf);
    const isAsked = (name: string) =>
      alternatives.every((one) => one.some((field) => field.name === name && field.required));
    return alternatives.flat().map((field) => ({ ...field, required: isAsked(field.name) }));
  });
  const fields = new Map<string, SchemaField>();
  for (const field of [...own, ...ofParts, ...ofAlternatives])
    if (!fields.has(field.name)) fields.set(field.name, field);
  return [...fields.values()];
}

function requiredIn({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
