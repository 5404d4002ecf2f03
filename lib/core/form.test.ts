import { describe, expect, it } from "vitest";
import { z } from "zod";
import { formEntries, readEntries, readForm } from "./form";
import type { Json, JsonObject } from "./json";
import { describeForm } from "./schema-form";

const RELEASE: JsonObject = {
  type: "object",
  required: ["go", "percent", "region"],
  properties: {
    go: { type: "boolean", title: "Go ahead?" },
    percent: { type: "integer", minimum: 1, maximum: 100, default: 10, description: "Of all users" },
    ratio: { type: "number" },
    region: { enum: ["eu", "us", 3, null] },
    when: { type: "string", format: "date" },
    note: { type: "string", title: "" },
    contact: {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, age: { type: "integer" } },
    },
    tags: { type: "array" },
    kind: { const: "release" },
    odd: true,
  },
};

const kinds = (schema: JsonObject) =>
  readForm(schema).map((node) => `${node.id} ${node.kind}${node.required ? " needed" : ""}`);

describe("a choice that stands elsewhere in the schema", () => {
  const form = (field: Json) =>
    readForm({
      type: "object",
      properties: { f: field },
      $defs: { "Color[a/b]": { type: "string", enum: ["red", "green"] }, Loop: { $ref: "#/$defs/Loop" } },
    })[0];
  const $ref = "#/$defs/Color%5Ba~1b%5D";

  it("is one to choose, also as an optional one or under a title", () => {
    expect(form({ $ref })).toMatchObject({ kind: "choice", choices: ["red", "green"] });
    expect(form({ allOf: [{ $ref }], default: "red", title: "C" })).toMatchObject({
      kind: "choice",
      label: "C",
    });
    expect(form({ anyOf: [{ $ref }, { type: "null" }] })).toMatchObject({ kind: "choice", nullable: true });
  });

  it("is written as JSON where nothing stands there, or only itself", () => {
    expect(form({ $ref: "#/$defs/None" })).toMatchObject({ kind: "json" });
    expect(form({ $ref: "#/$defs/Loop" })).toMatchObject({ kind: "json" });
  });
});

it("takes yes and no alone for a boolean", () => {
  const nodes = readForm({ type: "object", properties: { go: { type: "boolean" } } });
  expect(readEntries(nodes, { go: "false" })).toEqual({ value: { go: false } });
  expect(readEntries(nodes, { go: "hello" })).toEqual({ problems: { go: "Choose yes or no." } });
});

describe("the fields of a form", () => {
  it("are the properties of the schema, in its order", () => {
    expect(kinds(RELEASE)).toEqual([
      "go boolean needed",
      "percent integer needed",
      "ratio number",
      "region choice needed",
      "when date",
      "note text",
      "contact group",
      "tags json",
      "kind choice",
      "odd json",
    ]);
  });

  it("have a label, help, bounds and a preset", () => {
    const [go, percent, , , , note] = readForm(RELEASE);
    expect(go?.label).toBe("Go ahead?");
    expect(percent).toMatchObject({ label: "percent", help: "Of all users", min: 1, max: 100, default: 10 });
    expect(note?.label).toBe("note");
  });

  it("are grouped one level deep; what lies deeper is written as JSON", () => {
    const deep = {
      type: "object",
      properties: { b: { type: "object", properties: { c: { type: "string" } } } },
    };
    const [a] = readForm({ properties: { a: deep } });
    expect(a).toMatchObject({ kind: "group", fields: [{ id: "a/b", path: ["a", "b"], kind: "json" }] });
  });

  it("are one for the whole value where the schema names none", () => {
    expect(readForm({ type: "string" })).toMatchObject([{ id: "", path: [], kind: "text", label: "Answer" }]);
    expect(readEntries(readForm({ type: "number" }), { "": "4" })).toEqual({ value: 4 });
    expect(readEntries(readForm({ type: "number" }), {})).toEqual({ problems: { "": "Required" } });
  });
});

describe("what stands in the fields", () => {
  const nodes = readForm(RELEASE);
  const enough = { go: "true", percent: "25", region: '"eu"' };

  it("is read with the types that the fields ask for", () => {
    const entries = {
      ...enough,
      ratio: " 0.5 ",
      when: "2024-02-29",
      note: " two words ",
      "contact/name": "Ada",
      "contact/age": "36",
      tags: '["a"]',
      kind: '"release"',
      odd: "null",
    };
    expect(readEntries(nodes, entries)).toEqual({
      value: {
        go: true,
        percent: 25,
        region: "eu",
        ratio: 0.5,
        when: "2024-02-29",
        note: " two words ",
        contact: { name: "Ada", age: 36 },
        tags: ["a"],
        kind: "release",
        odd: null,
      },
    });
  });

  it("may be left out where nothing is needed, a group as a whole", () => {
    expect(readEntries(nodes, { ...enough, go: "false", region: "null", note: "  " })).toEqual({
      value: { go: false, percent: 25, region: null },
    });
    const needed = readForm({
      required: ["c"],
      properties: { c: { properties: { d: { type: "string" } } } },
    });
    expect(readEntries(needed, {})).toEqual({ value: { c: {} } });
  });

  it.each([
    ["go", "", "Choose yes or no."],
    ["percent", "", "Required"],
    ["region", "", "Choose an option"],
    ["region", '"mars"', "Choose an option"],
    ["percent", "many", "Enter a number"],
    ["percent", "2.5", "Enter a whole number"],
    ["percent", "0", "Must be at least 1"],
    ["percent", "101", "Must be at most 100"],
    ["when", "tomorrow", "Enter a date as YYYY-MM-DD"],
    ["when", "2023-02-29", "Enter a date as YYYY-MM-DD"],
    ["when", "1900-02-29", "Enter a date as YYYY-MM-DD"],
    ["when", "2024-13-01", "Enter a date as YYYY-MM-DD"],
    ["when", "2024-04-00", "Enter a date as YYYY-MM-DD"],
    ["tags", "[", "Enter valid JSON"],
    ["contact/age", "36", "Required"],
  ])("is refused: %s = %j", (id, text, problem) => {
    const read = readEntries(nodes, { ...enough, [id]: text });
    const at = id === "contact/age" ? "contact/name" : id;
    expect(read).toEqual({ problems: { [at]: problem } });
  });

  it.each<[string, unknown]>([
    ["3,5", 3.5],
    ["-0,25", -0.25],
    ["0,125", 0.125],
    ["1234,567", 1234.567],
    ["12,3456", 12.3456],
    ["1,50", 1.5],
    ["1e3", 1000],
    ["+4", 4],
    [".5", 0.5],
    ["9007199254740992", 9007199254740992],
    ["1,234", "Write 1234 or 1.234: the comma can mean either"],
    ["-12,000", "Write -12000 or -12.000: the comma can mean either"],
    ["1,234,567", "Enter the number without separators"],
    ["1,234.5", "Enter the number without separators"],
    ["1.234,5", "Enter the number without separators"],
    ["1 234", "Enter the number without separators"],
    ["1'234", "Enter the number without separators"],
    ["9007199254740993", "Has more digits than a number keeps"],
    ["-9007199254740993", "Has more digits than a number keeps"],
    ["0,12345678901234567890", "Has more digits than a number keeps"],
    ["1e999", "Has more digits than a number keeps"],
    ["0x10", "Enter a number"],
    ["Infinity", "Enter a number"],
    ["3,", "Enter a number"],
    [",5", "Enter a number"],
    ["drei", "Enter a number"],
  ])("reads %s as a number, or says what is wrong", (text, expected) => {
    const read = readEntries(readForm({ type: "number" }), { "": text });
    expect(read).toEqual(typeof expected === "number" ? { value: expected } : { problems: { "": expected } });
  });

  it("takes no whole number that a number cannot carry, in JSON neither", () => {
    const whole = readForm({ type: "integer" });
    expect(readEntries(whole, { "": "9007199254740993" })).toHaveProperty("problems");
    expect(readEntries(whole, { "": "3,0" })).toEqual({ value: 3 });
    expect(readEntries(whole, { "": "3,5" })).toEqual({ problems: { "": "Enter a whole number" } });
    expect(readEntries(readForm({ type: "array" }), { "": "[9007199254740993]" })).toEqual({
      problems: {
        "": "9007199254740993 has more digits than a number keeps. Write it as a text, in quotation marks.",
      },
    });
    expect(readEntries(readForm({ type: "array" }), { "": '["9007199254740993"]' })).toHaveProperty("value");
  });

  it("knows the leap years of whole centuries", () => {
    expect(readEntries(nodes, { ...enough, when: "2000-02-29" })).toHaveProperty("value");
  });

  it("begins with the value that is shown, else with the presets", () => {
    expect(formEntries(nodes, "a text")).toEqual({ percent: "10" });
    const shown = {
      go: false,
      percent: "many",
      region: "eu",
      contact: { age: 3 },
      tags: [1],
      kind: "other",
      note: "n",
    };
    const entries = formEntries(nodes, shown);
    expect(entries).toEqual({
      go: "false",
      region: '"eu"',
      "contact/age": "3",
      tags: "[\n  1\n]",
      note: "n",
    });
    expect(formEntries(nodes, undefined)).toEqual({ percent: "10" });
  });
});

describe("what may be null", () => {
  const text = { type: "string" };
  const none = { type: "null" };
  const ways: [string, JsonObject, string][] = [
    ["a list of types", { type: ["string", "null"] }, "text"],
    ["null first", { type: ["null", "integer"] }, "integer"],
    ["anyOf", { anyOf: [text, none] }, "text"],
    ["oneOf", { oneOf: [none, { type: "number" }] }, "number"],
    ["a constant null", { anyOf: [text, { const: null }] }, "text"],
    ["OpenAPI", { type: "boolean", nullable: true }, "boolean"],
    ["a date", { anyOf: [{ type: "string", format: "date" }, none] }, "date"],
    ["a choice", { anyOf: [{ enum: ["a", "b"] }, none] }, "choice"],
    ["a choice with null in it", { type: ["string", "null"], enum: ["a", "b", null] }, "choice"],
    ["a choice of constants", { oneOf: [{ const: "a" }, { const: "b" }, none] }, "choice"],
    ["nested", { anyOf: [{ anyOf: [text, none] }] }, "text"],
    ["a list", { anyOf: [{ type: "array" }, none] }, "json"],
    ["several types", { type: ["string", "integer", "null"] }, "json"],
    ["nothing else", none, "choice"],
    ["only null", { const: null }, "choice"],
  ];
  const FILLED: Record<string, [string, unknown]> = {
    text: ["hello", "hello"],
    integer: ["4", 4],
    number: ["3,5", 3.5],
    boolean: ["false", false],
    date: ["2024-02-29", "2024-02-29"],
    json: ["[1]", [1]],
  };

  it.each(ways)("is a field of its type, and empty is null or absent: %s", (_, schema, kind) => {
    const properties = { one: { title: "One", ...schema } };
    const optional = readForm({ properties });
    const required = readForm({ properties, required: ["one"] });
    expect(optional).toMatchObject([{ kind, label: "One", nullable: true }]);
    expect(readEntries(optional, {})).toEqual({ value: {} });
    expect(readEntries(optional, {}, { one: null })).toEqual({ value: { one: null } });
    expect(readEntries(required, {})).toEqual({ value: { one: null } });
    expect(formEntries(required, { one: null })).toEqual({});
    const [entry, value] = FILLED[kind] ?? ['"a"', "a"];
    if (schema === none || schema.const === null) return;
    expect(readEntries(required, { one: entry })).toEqual({ value: { one: value } });
    expect(readEntries(required, formEntries(required, { one: value as string }))).toEqual({
      value: { one: value },
    });
  });

  it("keeps bounds and choices of what it may be otherwise", () => {
    const [field] = readForm({
      properties: { n: { anyOf: [{ type: "integer", minimum: 2, maximum: 5 }, none] } },
    });
    expect(field).toMatchObject({ kind: "integer", min: 2, max: 5 });
    const [choice] = readForm({ properties: { c: { type: ["string", "null"], enum: ["a", null] } } });
    expect(choice).toMatchObject({ choices: ["a"] });
  });

  it("may be a group, which is null or absent while nothing stands in it", () => {
    const group = { type: ["object", "null"], required: ["name"], properties: { name: text } };
    for (const one of [group, { anyOf: [{ ...group, type: "object" }, none] }]) {
      const optional = readForm({ properties: { who: one } });
      const required = readForm({ properties: { who: one }, required: ["who"] });
      expect(optional).toMatchObject([{ kind: "group", nullable: true, fields: [{ id: "who/name" }] }]);
      expect(readEntries(optional, {})).toEqual({ value: {} });
      expect(readEntries(optional, {}, { who: null })).toEqual({ value: { who: null } });
      expect(readEntries(required, {})).toEqual({ value: { who: null } });
      expect(readEntries(required, { "who/name": "Ada" })).toEqual({ value: { who: { name: "Ada" } } });
    }
  });

  it("is needed where null is not allowed", () => {
    const nodes = readForm({ properties: { one: { anyOf: [text, { const: "" }] } }, required: ["one"] });
    expect(readEntries(nodes, {})).toEqual({ problems: { one: "Required" } });
  });
});

describe("a field that takes a text beside other values", () => {
  const read = (schema: JsonObject, typed: string) => {
    const nodes = readForm({ type: "object", properties: { x: schema } });
    return readEntries(nodes, { x: typed });
  };

  it.each<[string, JsonObject]>([
    ["types", { type: ["string", "number", "null"] }],
    ["branches", { anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] }],
    [
      "several kinds of text",
      {
        anyOf: [
          { type: "string", maxLength: 3 },
          { type: "string", format: "uri" },
        ],
      },
    ],
    ["no type", { title: "Say" }],
  ])("is filled in without quotation marks, by %s", (_, schema) => {
    expect(read(schema, "hello there")).toEqual({ value: { x: "hello there" } });
    expect(read(schema, "12")).toEqual({ value: { x: 12 } });
    expect(read(schema, '"12"')).toEqual({ value: { x: "12" } });
    expect(read(schema, "9007199254740993")).toEqual({ value: { x: "9007199254740993" } });
    expect(read(schema, '{"broken')).toMatchObject({ problems: { x: expect.any(String) } });
  });

  it("is none where no text is allowed", () => {
    const schemas: JsonObject[] = [
      { type: "array" },
      { anyOf: [{ type: "array" }, { type: "number" }] },
      { $ref: "#/no" },
    ];
    for (const schema of schemas)
      expect(read(schema, "hello")).toMatchObject({ problems: { x: expect.any(String) } });
  });
});

describe("a schema of ours", () => {
  const schema = z.strictObject({
    mode: z.enum(["on", "off"]).default("off").meta({ title: "Mode" }),
    waitMs: z
      .int()
      .min(1_000)
      .max(90_000)
      .optional()
      .meta({ look: { scale: 1_000, when: { mode: ["on"] } } }),
    share: z
      .number()
      .max(1)
      .default(0.7)
      .meta({ look: { scale: 0.01 } }),
  });
  const nodes = describeForm(schema);

  it("says how its fields look, and begins with its defaults", () => {
    expect(nodes).toMatchObject([
      { id: "mode", label: "Mode", isOurs: true },
      { id: "waitMs", scale: 1_000 },
      { id: "share", scale: 0.01 },
    ]);
    expect(formEntries(nodes, { waitMs: 1_500 })).toEqual({ mode: '"off"', waitMs: "1.5", share: "70" });
  });

  it("reads numbers in the unit in which they are typed, and says bounds in that unit", () => {
    const on = { mode: '"on"' };
    expect(readEntries(nodes, { ...on, waitMs: "1.2345", share: "7" })).toEqual({
      value: { mode: "on", waitMs: 1_235, share: 0.07 },
    });
    expect(readEntries(nodes, { ...on, waitMs: "91", share: "101" })).toEqual({
      problems: { waitMs: "Must be at most 90", share: "Must be at most 100" },
    });
  });

  it("leaves out what is not asked for", () => {
    expect(readEntries(nodes, { mode: '"off"', waitMs: "x" })).toEqual({ value: { mode: "off" } });
  });

  it("says nothing where it is of somebody else", () => {
    const [field] = readForm({ properties: { n: { type: "string", look: { when: { m: [1] } } } } });
    expect(field).toEqual({ path: ["n"], id: "n", label: "n", required: false, kind: "text" });
  });
});
