import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json";
import { checkableSchema, uncheckedParts } from "./checkable-schema";

const of = (property: Json, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { a: property },
  ...more,
});
const DRAFT_4 = { $schema: "http://json-schema.org/draft-04/schema#" };
const DRAFT_7 = { $schema: "http://json-schema.org/draft-07/schema#" };
const DRAFT_2019 = { $schema: "https://json-schema.org/draft/2019-09/schema#" };

describe("what of a foreign schema can be checked", () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      "a bound that a flag counts out",
      of({ minimum: 0, exclusiveMinimum: true }, DRAFT_4),
      of({ exclusiveMinimum: 0 }),
    ],
    ["one that a flag counts in", of({ maximum: 9, exclusiveMaximum: false }, DRAFT_4), of({ maximum: 9 })],
    [
      "`required` of a property",
      of({ type: "string", required: true }),
      of({ type: "string" }, { required: ["a"] }),
    ],
    ["`required: false`", of({ required: false }), of({})],
    ["names that are said twice", of({}, { required: ["a", "a"] }), of({}, { required: ["a"] })],
    ["a tuple", of({ items: [{ type: "number" }] }), of({ prefixItems: [{ type: "number" }] })],
    ["an empty tuple", of({ items: [] }), of({})],
    [
      "a tuple and what follows it",
      of({ items: [true], additionalItems: { type: "null" } }, DRAFT_2019),
      of({ prefixItems: [true], items: { type: "null" } }),
    ],
    ["what follows no tuple", of({ additionalItems: false }), of({})],
    ["a tuple of draft 7", of({ items: [true] }, DRAFT_7), of({ items: [true] }, DRAFT_7)],
    ["a reference that stands alone", of({ $ref: "#", type: "null" }, DRAFT_7), of({ $ref: "#" }, DRAFT_7)],
    ["a reference to itself of 2019", of({ $recursiveRef: "#" }, DRAFT_2019), of({ $ref: "#" })],
    [
      "a reference into a tuple",
      of({ items: [{ type: "null" }] }, { additionalProperties: { $ref: "#/properties/a/items/0" } }),
      of(
        { prefixItems: [{ type: "null" }] },
        { additionalProperties: { $ref: "#/properties/a/prefixItems/0" } },
      ),
    ],
    [
      "references to names",
      of({ $ref: "#x" }, { $defs: { y: { $anchor: "x" }, z: { $id: "urn:z", not: { $ref: "urn:z" } } } }),
      of({ $ref: "#x" }, { $defs: { y: { $anchor: "x" }, z: { $id: "urn:z", not: { $ref: "urn:z" } } } }),
    ],
    ["a name that nothing refers to", { $id: "https://json-schema.org/draft/2020-12/schema", id: "x" }, {}],
    [
      "escapes in a reference",
      of({ $ref: "#/$defs/x~1y%20z" }, { $defs: { "x/y z": true } }),
      of({ $ref: "#/$defs/x~1y%20z" }, { $defs: { "x/y z": true } }),
    ],
    [
      "null as OpenAPI says it",
      of({ nullable: true, type: "string" }),
      of({ anyOf: [{ type: "null" }, { type: "string" }] }),
    ],
    [
      "null as OpenAPI says it, with definitions",
      { nullable: true, $ref: "#/$defs/a", $defs: { a: true } },
      { $defs: { a: true }, anyOf: [{ type: "null" }, { $ref: "#/$defs/a" }] },
    ],
    [
      "and with those of older drafts",
      { nullable: true, definitions: { a: true } },
      { definitions: { a: true }, anyOf: [{ type: "null" }, {}] },
    ],
    [
      "dependencies",
      { dependencies: { a: "b", c: ["d", "d"], e: { required: ["f"] } } },
      { dependencies: { a: ["b"], c: ["d"], e: { required: ["f"] } } },
    ],
    [
      "types and values that are said twice",
      { type: ["null", "null"], enum: [1, 1] },
      { type: ["null"], enum: [1] },
    ],
    [
      "descriptions of another kind",
      { description: null, title: 3, examples: "x", deprecated: "yes", readOnly: true, "x-y": null },
      { readOnly: true, "x-y": null },
    ],
    [
      "all else as it is",
      {
        oneOf: [{ const: 1 }],
        if: true,
        not: { uniqueItems: true },
        dependentRequired: { a: ["b"] },
        multipleOf: 2,
      },
      {
        oneOf: [{ const: 1 }],
        if: true,
        not: { uniqueItems: true },
        dependentRequired: { a: ["b"] },
        multipleOf: 2,
      },
    ],
  ])("is %s", (_, foreign, schema) => {
    expect(checkableSchema(foreign)).toEqual({ schema, unchecked: [] });
  });

  it.each<[JsonObject, JsonObject, string]>([
    [of({ pattern: "^(?!x)" }), of({}), "properties.a.pattern (the pattern cannot be run)"],
    [of({ pattern: "/^a+$/i" }), of({}), "properties.a.pattern (the pattern cannot be run)"],
    [of({ pattern: 1 }), of({}), "properties.a.pattern (the pattern cannot be run)"],
    [of({ type: "str" }), of({}), 'properties.a.type (no type of JSON: "str")'],
    [of({ type: [] }), of({}), "properties.a.type (no type of JSON: [])"],
    [of({ $ref: "#/definitions/Nope" }), of({}), "properties.a.$ref (it refers to nothing in this schema)"],
    [of({ $ref: "#/properties/a/%" }), of({}), "properties.a.$ref (it refers to nothing in this schema)"],
    [
      of({ $ref: "https://example.org/x" }),
      of({}),
      "properties.a.$ref (it refers to nothing in this schema)",
    ],
    [of({ $ref: "#nope" }), of({}), "properties.a.$ref (it refers to nothing in this schema)"],
    [of({ $ref: 3 }), of({}), "properties.a.$ref (it refers to nothing in this schema)"],
    [of(["coin"]), of(true), "properties.a (no schema)"],
    [{ items: 3 }, { items: true }, "items (no schema)"],
    [{ properties: [] }, {}, "properties (no object)"],
    [{ anyOf: {} }, {}, "anyOf (no list of schemas)"],
    [{ minLength: -1 }, {}, "minLength (no whole number)"],
    [{ minimum: "0" }, {}, "minimum (no number)"],
    [{ exclusiveMinimum: "0" }, {}, "exclusiveMinimum (no number)"],
    [{ enum: [] }, {}, "enum (no list of values)"],
    [{ multipleOf: 0 }, {}, "multipleOf (no number above 0)"],
    [{ uniqueItems: 1 }, {}, "uniqueItems (neither true nor false)"],
    [{ required: "a" }, {}, "required (no list of names)"],
    [{ dependentRequired: { a: 1 } }, {}, "dependentRequired (no lists of names)"],
    [{ dependencies: 1 }, {}, "dependencies (no object)"],
    [
      { patternProperties: { "(?=a)": true, b: true }, additionalProperties: false },
      { patternProperties: { b: true } },
      "patternProperties.(?=a) (the pattern cannot be run)",
    ],
  ])("is not what is wrong in %j, which is named", (foreign, schema, part) => {
    expect(checkableSchema(foreign)).toEqual({ schema, unchecked: [part] });
  });

  it("lets go what would refuse more without a part that it has lost", () => {
    const lost = { pattern: "(?=x)" };
    const foreign = { not: lost, oneOf: [lost, true], unevaluatedProperties: false, allOf: [lost] };
    const { schema, unchecked } = checkableSchema(foreign);
    expect(schema).toEqual({ anyOf: [{}, true], allOf: [{}] });
    expect(unchecked).toEqual([
      "not (it says what must not be)",
      "oneOf.0.pattern (the pattern cannot be run)",
      "unevaluatedProperties (it says what must not be)",
      "allOf.0.pattern (the pattern cannot be run)",
    ]);
  });

  it("is told of arguments and of results", () => {
    const lost = of({ pattern: "(?=x)" });
    expect(uncheckedParts({ inputSchema: of({}) })).toEqual([]);
    expect(uncheckedParts({ inputSchema: lost, outputSchema: lost })).toEqual([
      "properties.a.pattern (the pattern cannot be run)",
      "result: properties.a.pattern (the pattern cannot be run)",
    ]);
  });
});
