import { expect, it } from "vitest";
import { fitsStrictMode } from "@/lib/adapters/ai-sdk-model/call-once";
import { closed, resultForm } from "./strict-schema";

const either = (result: object) => ({
  type: "object",
  properties: {
    result: { anyOf: [result, { type: "null" }] },
    cannot: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
  required: ["result", "cannot"],
  additionalProperties: false,
});

it("holds a result or a reason, and is as strict as the schema is", () => {
  const schema = closed({ n: { type: "number" } });
  expect(resultForm(schema).output?.schema).toEqual(either(schema));
  expect(fitsStrictMode(resultForm(schema).output?.schema ?? {})).toBe(true);
});

it("keeps definitions where references find them", () => {
  const row = { $defs: { row: { type: "object" } } };
  const list = { type: "array", items: { $ref: "#/$defs/row" } };
  expect(resultForm({ $schema: "x", ...row, ...list }).output?.schema).toEqual({ ...either(list), ...row });
});

it("is no form where a schema refers to itself as a whole", () => {
  expect(resultForm({ type: "object", properties: { next: { $ref: "#" } } })).toEqual({});
});
