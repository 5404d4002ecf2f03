import { isJsonObject } from "../json";
import { fieldsOf, type JsonSchema, type SchemaField, schemasIn } from "./json-schema";

type Reference = { $ref: string };
export type Parameter = {
  name: string;
  in: "path" | "query";
  required?: boolean;
  schema: JsonSchema;
  style?: "form";
  explode?: boolean;
};
/** Media types with what comes in them. */
export type Content = Record<string, { schema?: JsonSchema }>;
export type Operation = {
  operationId: string;
  tags: string[];
  description?: string;
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: true; content: Content };
  responses: Record<
    string,
    { description: string; headers?: Record<string, Reference>; content: Content } | Reference
  >;
};
export type HttpMethod = "get" | "post";

/** An OpenAPI 3.1 document, as far as Waymark's own goes (https://spec.openapis.org/oas/v3.1.0). */
export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Partial<Record<HttpMethod, Operation>>>;
  components: Record<string, unknown>;
};

/** A field of a request, with its type in words. */
export type ApiField = { name: string; type: string; required: boolean };
/** One address with its method, as a page shows it. */
export type ApiEntry = {
  /** It and the address, such as `POST /runs`. */
  name: string;
  group: string;
  description: string;
  /** The right that it needs; undefined where it is open to everyone who may call, or to all. */
  scope: string | undefined;
  /** The fields of its address and query. */
  parameters: ApiField[];
  /** The fields of its body; empty where the body is no object of the same fields each time. */
  body: ApiField[];
  /** The bodies that it takes one of, as types. */
  alternatives: string[];
};

/** What a document says of each address, in its order. */
export function entriesOf({ paths }: OpenApiDocument): ApiEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => entryOf(method, path, operation)),
  );
}

function entryOf(method: string, path: string, operation: Operation): ApiEntry {
  const { tags, description = "", security, parameters, requestBody } = operation;
  const schema = requestBody?.content["application/json"]?.schema;
  const alternatives = [...schemasIn(schema?.anyOf), ...schemasIn(schema?.oneOf)];
  return {
    name: `${method.toUpperCase()} ${path}`,
    group: tags[0] ?? "",
    description,
    scope: Object.values(security[0] ?? {})[0]?.[0],
    parameters: parameters.flatMap((one) =>
      "$ref" in one ? [] : [{ name: one.name, type: typeText(one.schema), required: one.required ?? false }],
    ),
    body: schema && alternatives.length === 0 ? fieldsOf(schema).map(shown) : [],
    alternatives: alternatives.map((one) => typeText(one)),
  };
}

const shown = ({ name, schema, required }: SchemaField): ApiField => ({
  name,
  type: typeText(schema),
  required,
});

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
