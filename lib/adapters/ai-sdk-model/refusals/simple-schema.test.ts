import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { simpleSchema } from "./simple-schema";

const KEPT = ["type", "properties", "required", "items", "enum", "description"];

/** Every keyword in a schema, names of properties left out. */
function keywordsOf(schema: Json | undefined): string[] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [];
  const { properties, items, ...own } = schema;
  const fields = typeof properties === "object" && properties !== null ? Object.values(properties) : [];
  const inner = [items, ...fields].flatMap((one) => keywordsOf(one));
  return [...new Set([...Object.keys(own), ...inner])];
}

const field = (schema: Json): Json | undefined => {
  const { properties } = simpleSchema({ type: "object", properties: { a: schema } });
  return (properties as JsonObject).a;
};

describe("simpleSchema", () => {
  it("keeps kinds, fields, items, values and descriptions, and nothing else", () => {
    const simple = simpleSchema({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      description: "A payment",
      additionalProperties: false,
      required: ["email", "gone"],
      properties: {
        email: { type: "string", format: "email", pattern: "^(?!\\.)", description: "Whose" },
        tags: { type: "array", items: { type: "string", maxLength: 5 }, uniqueItems: true, minItems: 1 },
        how: { enum: ["card", "cash", null], default: "card" },
        limits: { type: "object", propertyNames: { pattern: "x" }, additionalProperties: { type: "number" } },
      },
      if: { required: ["how"] },
    });
    expect(simple).toEqual({
      type: "object",
      description: "A payment",
      required: ["email"],
      properties: {
        email: { type: "string", description: "Whose" },
        tags: { type: "array", items: { type: "string" } },
        how: { type: "string", enum: ["card", "cash"] },
        limits: { type: "object", properties: {} },
      },
    });
    expect(keywordsOf(simple).every((key) => KEPT.includes(key))).toBe(true);
  });

  it.each<[string, Json, Json]>([
    [
      "one that may be null",
      { anyOf: [{ type: "null" }, { type: "integer", minimum: 1 }] },
      { type: "integer" },
    ],
    ["several kinds", { type: ["string", "null"] }, { type: "string" }],
    ["a constant", { const: 3 }, { type: "number", enum: [3] }],
    ["values of several kinds", { enum: ["a", 1] }, {}],
    ["a list without items", { type: "array" }, { type: "array", items: {} }],
    ["a tuple", { prefixItems: [{ type: "string" }, {}], items: false }, { type: "array", items: {} }],
    ["anything", true, {}],
    [
      "a composition",
      { allOf: [{ type: "object", properties: { x: {} } }, { required: ["x"] }] },
      { type: "object", properties: { x: {} }, required: ["x"] },
    ],
    [
      "objects of several forms",
      {
        oneOf: [
          { type: "object", properties: { x: { type: "string" }, y: {} }, required: ["x", "y"] },
          { type: "object", properties: { x: { type: "string" }, z: {} }, required: ["x", "z"] },
        ],
      },
      { type: "object", properties: { x: { type: "string" }, y: {}, z: {} }, required: ["x"] },
    ],
  ])("says %s as far as it can be said", (_, schema, simple) => {
    expect(field(schema)).toEqual(simple);
  });

  it("puts what a reference names in its place, and ends where it leads in a circle", () => {
    const schema = {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          type: "object",
          properties: {
            name: { $ref: "#/$defs/na~1me" },
            next: { $ref: "#/$defs/node" },
            other: { $ref: "#/$defs/node" },
          },
        },
        "na/me": { type: "string" },
      },
    };
    const text = JSON.stringify(simpleSchema(schema));
    expect(text).toMatch(
      /^\{"type":"object","properties":\{"name":\{"type":"string"\},"next":\{"type":"object"/,
    );
    expect(text).not.toContain("$");
    expect(text.length).toBeLessThan(100_000);
  });

  it.each<[string, JsonObject]>([
    ["no object", { type: "string", description: "the title" }],
    ["nothing", {}],
    ["broken", { type: "object", properties: { type: "object" }, required: "x" }],
    ["one reference to itself", { $ref: "#" }],
  ])("is one of an object, whatever it is made of: %s", (_, schema) => {
    expect(simpleSchema(schema)).toMatchObject({ type: "object", properties: {} });
  });

  it("takes names as they come", () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"null"}}}');
    expect(JSON.stringify(simpleSchema(schema))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}',
    );
  });
});
