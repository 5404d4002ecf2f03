import { describe, expect, it } from "vitest";
import { createSchemas } from "@/lib/tools/schemas";
import type { Json, JsonObject } from "../../json";
import { signatureToJsonSchema } from "./signature";

const schemaOf = (signature: string): JsonObject => {
  const read = signatureToJsonSchema(signature);
  expect(read).toHaveProperty("schema");
  return (read as { schema: JsonObject }).schema;
};
const problemOf = (signature: string) => {
  const read = signatureToJsonSchema(signature);
  return read.ok ? undefined : `${read.problem.line}:${read.problem.column} ${read.problem.message}`;
};

describe("a signature as JSON Schema", () => {
  it.each<[string, JsonObject]>([
    [":string", { type: "string" }],
    [":int", { type: "integer" }],
    [" :float ", { type: "number" }],
    [":bool", { type: "boolean" }],
    [":map", { type: "object" }],
    [":any", {}],
    [":any?", {}],
    [":int?", { type: ["integer", "null"] }],
    ["[:string]", { type: "array", items: { type: "string" } }],
    [
      "[[:int?]]?",
      { type: ["array", "null"], items: { type: "array", items: { type: ["integer", "null"] } } },
    ],
    ["{}", { type: "object" }],
    ["{y :float}", { type: "object", properties: { y: { type: "number" } }, required: ["y"] }],
    ["(x :int) -> {y :float}", { type: "object", properties: { y: { type: "number" } }, required: ["y"] }],
    ["() -> :string", { type: "string" }],
    ['(x [:int]?, "a b" {c :map}) -> [:bool]', { type: "array", items: { type: "boolean" } }],
    [
      "{items [{id :int}], note :string?}",
      {
        type: "object",
        properties: {
          items: {
            type: "array",
            items: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
          },
          note: { type: ["string", "null"] },
        },
        required: ["items"],
      },
    ],
    [
      '{:due-date :any, "full name" {größe :int}?}',
      {
        type: "object",
        properties: {
          "due-date": {},
          "full name": {
            type: ["object", "null"],
            properties: { größe: { type: "integer" } },
            required: ["größe"],
          },
        },
        required: ["due-date"],
      },
    ],
  ])("%s", (signature, schema) => expect(schemaOf(signature)).toEqual(schema));

  it.each<[string, Json[], Json[]]>([
    [":string", ["", "a"], [1, null]],
    [":int", [1, -3], [1.5, "1", null]],
    [":float", [1, 1.5], ["1"]],
    [":bool", [true], ["true", 0]],
    [":keyword", ["red"], ["", 1]],
    [
      ":datetime",
      ["2026-11-22T04:37:41Z", "2026-11-22T04:37:41.5+01:00", "2026-11-22 04:37"],
      ["2026-11-22", "soon", 5],
    ],
    [":map", [{}, { a: 1 }], [[], "x", null]],
    [":any", [1, null, "x", []], []],
    ["[:int]", [[], [1]], [["a"], {}]],
    [
      "{a :int, b :string?}",
      [{ a: 1 }, { a: 1, b: null }, { a: 1, b: "x", c: 2 }],
      [{}, { a: 1, b: 2 }, { b: "x" }],
    ],
  ])("%s is held by results", (signature, good, bad) => {
    const schemas = createSchemas();
    const schema = schemaOf(signature);
    for (const value of good) expect([value, schemas.mismatches(schema, value)]).toEqual([value, []]);
    for (const value of bad) expect(schemas.mismatches(schema, value), JSON.stringify(value)).not.toEqual([]);
  });
});

describe("an invalid signature", () => {
  it.each([
    [
      "",
      "1:1 the end is not a type: :string :int :float :bool :keyword :datetime :map :any, [type], {name type}",
    ],
    [":integer", '1:1 ":integer" is not a type'],
    ["string", '1:1 "string" is not a type'],
    ["[:int", '1:6 "]" must stand here, not the end'],
    ["[]", '1:2 "]" is not a type'],
    ["[:int :int]", '1:7 "]" must stand here, not ":int"'],
    ["{a}", '1:3 "}" is not a type'],
    ["{a :int", '1:8 "}" is missing'],
    ["{a :int\n a :int}", '2:2 the field "a" is given twice'],
    ["{a :int, 3 :int}", '1:10 "3" is not a field name'],
    ['{"a :int}', '1:2 """ is not a field name'],
    ['{"\\q" :int}', '1:2 ""\\q"" is not a text'],
    ["{[a] :int}", '1:2 "[" is not a field name'],
    [":int :int", '1:6 ":int" stands behind the end of the type'],
    ["(x :int)", '1:9 "->" and the type of the result must follow the parameters'],
    ["(x :int -> :int", '1:9 "->" is not a field name'],
    ["(x :int) -> ", "1:13 the end is not a type"],
  ])("%s", (signature, problem) => expect(problemOf(signature)).toContain(problem));

  it("is what is nested too deeply, and a great mess is told quickly", () => {
    expect(problemOf("[".repeat(100_000))).toContain("1:52 types may be nested 50 deep");
    expect(problemOf(`{${'"'.repeat(100_000)}`)).toContain("1:4");
    expect(problemOf(`{${'"\\'.repeat(50_000)}`)).toContain("1:2");
  });
});
