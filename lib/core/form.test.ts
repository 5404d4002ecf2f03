import { describe, expect, it } from "vitest";
import { formEntries, readEntries, readForm } from "./form";
import type { JsonObject } from "./json";

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
