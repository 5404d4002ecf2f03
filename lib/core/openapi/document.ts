import { fieldsOf, type JsonSchema, type SchemaField, schemasIn } from "./json-schema";
import { typeText } from "./type-text";

export type Reference = { $ref: string };
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
  responses: Record<string, { description: string; content: Content } | Reference>;
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
