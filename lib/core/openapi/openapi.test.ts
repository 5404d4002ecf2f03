import { describe, expect, it } from "vitest";
import { entriesOf, type OpenApiDocument, typeText } from "./document";
import { fieldsOf, type JsonSchema, withoutFields } from "./json-schema";

const text = { type: "string" };
const number = { type: "integer" };
const task = { type: "object", properties: { kind: { const: "task" }, id: text }, required: ["kind", "id"] };
const plan = { type: "object", properties: { kind: { const: "plan" } }, required: ["kind"] };

describe("fieldsOf", () => {
  it("has the fields of an object in their order, and which are required", () => {
    expect(fieldsOf(task)).toEqual([
      { name: "kind", schema: { const: "task" }, required: true },
      { name: "id", schema: text, required: true },
    ]);
    expect(fieldsOf({ type: "object", properties: { any: true } })).toEqual([
      { name: "any", schema: {}, required: false },
    ]);
    expect(fieldsOf({})).toEqual([]);
  });

  it("requires of alternatives what all of them require", () => {
    const required = (schema: JsonSchema) => fieldsOf(schema).filter((one) => one.required);
    expect(required({ oneOf: [task, plan] }).map(({ name }) => name)).toEqual(["kind"]);
    expect(fieldsOf({ anyOf: [task, plan] }).map(({ name }) => name)).toEqual(["kind", "id"]);
  });

  it("has the fields of all parts", () => {
    const schema = { allOf: [plan, { type: "object", properties: { note: text } }] };
    expect(fieldsOf(schema).map(({ name, required }) => [name, required])).toEqual([
      ["kind", true],
      ["note", false],
    ]);
  });
});

describe("withoutFields", () => {
  it("leaves fields out of an object, and of what it requires", () => {
    expect(withoutFields(task, new Set(["id"]))).toEqual({
      type: "object",
      properties: { kind: { const: "task" } },
      required: ["kind"],
    });
    expect(withoutFields(plan, new Set(["kind"]))).toEqual({ type: "object", properties: {} });
  });

  it("leaves them out of every alternative, and changes nothing else", () => {
    expect(withoutFields({ oneOf: [task, plan] }, new Set(["kind", "id"]))).toEqual({
      oneOf: [
        { type: "object", properties: {} },
        { type: "object", properties: {} },
      ],
    });
    expect(withoutFields(text, new Set(["kind"]))).toEqual(text);
  });
});

describe("typeText", () => {
  it.each<[schema: JsonSchema, type: string]>([
    [text, "string"],
    [number, "number"],
    [{ type: "number" }, "number"],
    [{ type: "boolean" }, "boolean"],
    [{}, "any JSON"],
    [{ enum: ["a", 1] }, '"a" | 1'],
    [{ const: "a" }, '"a"'],
    [{ anyOf: [text, { type: "null" }, text] }, "string | null"],
    [{ type: "array", items: text }, "string[]"],
    [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
    [{ type: "array", items: plan }, '{ kind: "plan" }[]'],
    [
      { type: "array", items: { oneOf: [plan, task] } },
      '({ kind: "plan" } | { kind: "task", id: string })[]',
    ],
    [{ type: "array" }, "(any JSON)[]"],
    [{ type: "object" }, "object"],
    [{ type: "object", additionalProperties: number }, "{ [name]: number }"],
    [{ type: "object", properties: { note: text } }, "{ note?: string }"],
    [{ allOf: [plan, { properties: { note: text } }] }, '{ kind: "plan", note?: string }'],
  ])("of %j is %s", (schema, type) => {
    expect(typeText(schema)).toBe(type);
  });

  it("writes out five levels, and names what lies deeper", () => {
    const nested = (levels: number): JsonSchema =>
      levels === 0
        ? { type: "object", properties: { end: text } }
        : { type: "object", properties: { a: nested(levels - 1) } };
    expect(typeText(nested(4))).toContain("end");
    expect(typeText(nested(5))).not.toContain("end");
  });
});

describe("entriesOf", () => {
  const operation = { operationId: "x", tags: ["runs"], responses: {} };
  const withPaths = (paths: OpenApiDocument["paths"]): OpenApiDocument => ({
    openapi: "3.1.0",
    info: { title: "t", version: "1", description: "" },
    servers: [],
    tags: [],
    paths,
    components: {},
  });

  it("has each address with each of its methods, its right and its fields", () => {
    const path = { name: "id", in: "path", required: true, schema: text } as const;
    const query = { name: "limit", in: "query", schema: number } as const;
    const entries = entriesOf(
      withPaths({
        "/runs/{id}": {
          get: {
            ...operation,
            description: "Reads one.",
            security: [{ bearer: ["view"] }],
            parameters: [path, query],
          },
          post: {
            ...operation,
            security: [{ bearer: [] }],
            parameters: [path, { $ref: "#/components/parameters/IdempotencyKey" }],
            requestBody: { required: true, content: { "application/json": { schema: task } } },
          },
        },
      }),
    );
    const id = { name: "id", type: "string", required: true };
    expect(entries).toEqual([
      {
        name: "GET /runs/{id}",
        group: "runs",
        description: "Reads one.",
        scope: "view",
        parameters: [id, { name: "limit", type: "number", required: false }],
        body: [],
        alternatives: [],
      },
      {
        name: "POST /runs/{id}",
        group: "runs",
        description: "",
        scope: undefined,
        parameters: [id],
        body: [{ name: "kind", type: '"task"', required: true }, id],
        alternatives: [],
      },
    ]);
  });

  it("has each of several bodies as a type, and none of a file", () => {
    const content = { "application/json": { schema: { oneOf: [plan, task] } } };
    const [command, upload] = entriesOf(
      withPaths({
        "/c": {
          post: {
            ...operation,
            tags: [],
            security: [],
            parameters: [],
            requestBody: { required: true, content },
          },
        },
        "/u": {
          post: {
            ...operation,
            security: [],
            parameters: [],
            requestBody: { required: true, content: { "application/octet-stream": {} } },
          },
        },
      }),
    );
    expect(command).toMatchObject({
      group: "",
      scope: undefined,
      body: [],
      alternatives: ['{ kind: "plan" }', '{ kind: "task", id: string }'],
    });
    expect(upload).toMatchObject({ body: [], alternatives: [] });
  });
});
