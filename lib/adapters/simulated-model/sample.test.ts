import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/core/json";
import { sampleOf } from "./sample";

describe("a sample of a schema", () => {
  it("fits it", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        title: { type: "string", maxLength: 4 },
        kind: { enum: ["a", "b"] },
        fixed: { const: 7 },
        count: { type: "integer", minimum: 2.5 },
        share: { type: "number" },
        good: { type: "boolean" },
        none: { type: ["null", "string"] },
        list: { type: "array", items: { properties: { name: {} } }, minItems: 2 },
        anything: true,
      },
      required: ["title", "list"],
      additionalProperties: false,
    };
    expect(sampleOf(schema, "Some text")).toEqual({
      title: "Some",
      kind: "a",
      fixed: 7,
      count: 3,
      share: 1,
      good: true,
      none: null,
      list: [{ name: "Some text" }, { name: "Some text" }],
      anything: "Some text",
    });
    expect(sampleOf({ type: "array" }, "x")).toEqual(["x"]);
    expect(sampleOf({ type: "object" }, "x")).toEqual({});
  });

  it("is not made where it might not fit", () => {
    expect(sampleOf({ type: "string", pattern: "^[0-9]+$" }, "text")).toBeUndefined();
    expect(sampleOf({ $ref: "#/$defs/a" }, "text")).toBeUndefined();
    let deep: JsonObject = { type: "string" };
    for (let n = 0; n < 20; n++) deep = { type: "array", items: deep };
    expect(sampleOf(deep, "text")).toBeUndefined();
    expect(sampleOf({ properties: { a: deep } }, "text")).toBeUndefined();
  });
});
