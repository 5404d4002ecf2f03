import { describe, expect, it } from "vitest";
import { readForm } from "../form";
import type { JsonObject } from "../json";
import { withRequiredNames } from "./required-names";

const text = { type: "string" };
const draft3: JsonObject = {
  type: "object",
  properties: {
    to: { ...text, required: true },
    note: { ...text, required: false },
    required: { type: "boolean", required: true },
    lines: {
      type: "array",
      items: { type: "object", properties: { sum: { type: "number", required: true } } },
    },
  },
  required: ["note"],
};

describe("a schema whose properties say themselves that they are required", () => {
  it("wants them in the list of their object, at every depth, and a property of that name is one like others", () => {
    expect(withRequiredNames(draft3)).toEqual({
      type: "object",
      properties: {
        to: text,
        note: text,
        required: { type: "boolean" },
        lines: {
          type: "array",
          items: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
        },
      },
      required: ["note", "to", "required"],
    });
  });

  it("is shown so where a call of it is edited", () => {
    const fields = readForm(withRequiredNames(draft3)).map(({ path, required }) => [
      path.join("."),
      required,
    ]);
    expect(fields).toEqual([
      ["to", true],
      ["note", true],
      ["required", true],
      ["lines", false],
    ]);
  });

  it("is the same where none does", () => {
    const plain: JsonObject = {
      type: "object",
      properties: { a: text },
      required: ["a", "b"],
      anyOf: [text],
    };
    expect(withRequiredNames(plain)).toBe(plain);
  });
});
