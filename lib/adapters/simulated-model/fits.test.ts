import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { fits } from "./fits";

const deploy: JsonObject = {
  type: "object",
  properties: {
    environment: { type: "string", enum: ["staging", "production"] },
    version: { type: "string", pattern: "^v[0-9]+$", maxLength: 5 },
    replicas: { type: "integer", minimum: 1, maximum: 10 },
    stages: { type: "array", items: { type: "number" }, minItems: 1, uniqueItems: true },
    note: { type: ["string", "null"] },
  },
  required: ["environment"],
  additionalProperties: false,
};

describe("fitting a schema", () => {
  it.each<[Json]>([
    [{ environment: "staging" }],
    [{ environment: "production", version: "v2", replicas: 3, stages: [5, 50], note: null }],
  ])("%j fits", (value) => {
    expect(fits(deploy, value)).toBe(true);
  });

  it.each<[Json]>([
    [{}],
    [[]],
    ["staging"],
    [{ environment: "moon" }],
    [{ environment: "staging", version: "2" }],
    [{ environment: "staging", version: "v99999" }],
    [{ environment: "staging", replicas: 0 }],
    [{ environment: "staging", replicas: 11 }],
    [{ environment: "staging", replicas: 1.5 }],
    [{ environment: "staging", stages: [] }],
    [{ environment: "staging", stages: ["5"] }],
    [{ environment: "staging", stages: [5, 5] }],
    [{ environment: "staging", note: 1 }],
    [{ environment: "staging", other: true }],
  ])("%j does not fit", (value) => {
    expect(fits(deploy, value)).toBe(false);
  });

  it("knows constants, open objects and schemas for other keys", () => {
    expect(fits({ const: 1 }, 1)).toBe(true);
    expect(fits({ const: 1 }, 2)).toBe(false);
    expect(fits({ type: "object" }, { a: 1 })).toBe(true);
    expect(fits({ additionalProperties: { type: "string" } }, { a: 1 })).toBe(false);
    expect(fits({ type: "null" }, null)).toBe(true);
  });

  it("never says yes to what it does not understand", () => {
    expect(fits({ anyOf: [{ type: "string" }] }, "x")).toBe(false);
    expect(fits({ pattern: "^(a+)+$" }, "aaa")).toBe(false);
    expect(fits({ pattern: "(" }, "x")).toBe(false);
    expect(fits({ pattern: "x" }, "x".repeat(300))).toBe(false);
  });
});
