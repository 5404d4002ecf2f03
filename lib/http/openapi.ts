import { ERROR_CODES } from "@/lib/core/errors";
import type { Content, HttpMethod, OpenApiDocument, Operation, Parameter } from "@/lib/core/openapi/document";
import { fieldsOf, type JsonSchema, withoutFields } from "@/lib/core/openapi/json-schema";
import { getOwn, setOwn } from "@/lib/core/own";
import { inputSchemaOf, verbNamed } from "@/lib/services/verb-by-name";
import type { Method } from "@/lib/services/verb-route";
import { isPublicPath } from "./access";
import { FILES, STREAMS } from "./answers";
import { HTTP_STATUS } from "./problem";
import { RATE_LIMIT_FIELDS } from "./rate-limit";
import type { RouteKey } from "./route-types";
import { descriptionOf, fieldOfParam, ROUTE_KEYS, type Route, routesAt, statusOf } from "./routes";

const BEARER = "bearer";
const PREFIX = "/api/v1";

/**
 * The API as an OpenAPI 3.1 document, made from what each verb says of itself and the schema that it reads its input with.
 */
export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  const tags = new Set<string>();
  for (const key of ROUTE_KEYS) {
    const [method, path] = key.split(" ") as [Method, string];
    const operation = operationOf(key, method, path);
    for (const tag of operation.tags) tags.add(tag);
    const address = path.slice(PREFIX.length);
    setOwn(paths, address, { ...getOwn(paths, address), [method.toLowerCase() as HttpMethod]: operation });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Waymark",
      version: "1",
      description: "Start runs, watch and steer them, decide gates, and read what came of them.",
    },
    servers: [{ url: PREFIX }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: COMPONENTS,
  };
}

let served: OpenApiDocument | undefined;

/** The document of this installation, made once. */
export const servedDocument = (): OpenApiDocument => {
  served ??= openApiDocument();
  return served;
};

function operationOf(key: RouteKey, method: Method, path: string): Operation {
  const routes = routesAt(key);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const tag = path.slice(PREFIX.length + 1).split("/")[0] ?? "";
  const last = routes.at(-1);
  const scope = last && verbNamed(last.verb).capability;
  const body = method === "POST" && last ? bodyOf(last, names) : undefined;
  return {
    operationId: idOf(method, path),
    tags: [tag],
    description: descriptionOf(key),
    security: isPublicPath(path) ? [] : [{ [BEARER]: scope ? [scope] : [] }],
    parameters: [
      ...names.map((name) => pathParameter(name, last)),
      ...queryParameters(routes, method, names),
      ...(method === "POST" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      [String(last ? statusOf(last) : 200)]: {
        description: "Done.",
        ...(!isPublicPath(path) && { headers: RATE_LIMIT_HEADERS }),
        content: answersOf(routes),
      },
      default: { $ref: "#/components/responses/Problem" },
    },
  };
}

const RATE_LIMIT_HEADERS = Object.fromEntries(
  Object.keys(RATE_LIMIT_FIELDS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** A name for clients that are generated: `postRunsByIdCommands`. */
function idOf(method: Method, path: string): string {
  const words = path.slice(PREFIX.length + 1).split(/[/.-]/);
  const named = words.map((word) =>
    word.replace(/^\{(.+)\}$/, "by-$1").replace(/(^|-)\w/g, (sign) => sign.slice(-1).toUpperCase()),
  );
  return `${method.toLowerCase()}${named.join("")}`;
}

/** The fields of a route's input that its path does not name and that a client can give. */
function inputOf(route: Route, names: readonly string[]): JsonSchema {
  const taken = [...names.map((name) => fieldOfParam(route, name)), ...(route.omit ?? [])];
  return withoutFields(inputSchemaOf(route.verb), new Set(taken));
}

function pathParameter(name: string, route: Route | undefined): Parameter {
  const found =
    route && fieldsOf(inputSchemaOf(route.verb)).find((one) => one.name === fieldOfParam(route, name));
  return { name, in: "path", required: true, schema: found?.schema ?? { type: "string" } };
}

/** What an address reads from its query: of one that several routes answer, the fields of each. */
function queryParameters(routes: readonly Route[], method: Method, names: readonly string[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const route of routes) {
    if (method === "POST" && !route.file) continue;
    for (const { name, schema, required } of fieldsOf(inputOf(route, names))) {
      if (found.has(name) || name === route.file) continue;
      const isRequired = required && routes.length === 1;
      const isList = route.lists?.includes(name) ?? false;
      found.set(name, {
        name,
        in: "query",
        schema,
        ...(isRequired && { required: true }),
        ...(isList && { style: "form", explode: false }),
      });
    }
  }
  return [...found.values()];
}

function bodyOf(route: Route, names: readonly string[]): Content {
  if (route.file) return { "application/octet-stream": {} };
  return { "application/json": { schema: inputOf(route, names) } };
}

/** The forms of an answer: what a process answers by itself is JSON. */
function answersOf(routes: readonly Route[]): Content {
  if (routes.length === 0) return { "application/json": {} };
  return Object.fromEntries(
    routes.map((route) => {
      const file = getOwn(FILES, route.answer) && "*/*";
      return [getOwn(STREAMS, route.answer)?.mediaType ?? file ?? "application/json", {}];
    }),
  );
}

const COMPONENTS = {
  headers: RATE_LIMIT_FIELDS,
  securitySchemes: {
    [BEARER]: {
      type: "http",
      scheme: "bearer",
      description: "An API key, or the token of the installation.",
    },
  },
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      description: "The same key again gets the first reply instead of a second effect.",
      schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[\\x21-\\x7e]+$" },
    },
  },
  responses: {
    Problem: {
      description: "What went wrong and what to do (RFC 9457).",
      headers: {
        "Retry-After": {
          description: "Seconds to wait before trying again, with 429 and 503.",
          schema: { type: "integer" },
        },
        ...RATE_LIMIT_HEADERS,
      },
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    },
  },
  schemas: {
    Problem: {
      type: "object",
      required: ["type", "title", "status", "code"],
      properties: {
        type: { type: "string", format: "uri" },
        title: { type: "string" },
        status: { enum: [...new Set(Object.values(HTTP_STATUS))].sort() },
        code: { enum: ERROR_CODES },
        details: {},
      },
    },
  },
};
