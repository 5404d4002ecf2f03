import { describe, expect, it } from "vitest";
import { outputJsonSchema, outputSchemaProblem } from "./output-schema";

describe("the schema of a result", () => {
  it("is a JSON Schema as it stands, or what a signature stands for", () => {
    expect(outputJsonSchema({})).toBeUndefined();
    expect(outputJsonSchema({ outputSchema: { type: "object" } })).toEqual({ type: "object" });
    expect(outputJsonSchema({ outputSchema: "[:int]" })).toEqual({
      type: "array",
      items: { type: "integer" },
    });
    expect(outputJsonSchema({ outputSchema: ":thing" })).toBeUndefined();
  });

  it("has no problem, or one with its place", () => {
    expect(outputSchemaProblem("[:int]")).toBeUndefined();
    expect(outputSchemaProblem("[:int")).toBe(
      'the signature cannot be read at line 1, column 6: "]" must stand here, not the end',
    );
  });
});
