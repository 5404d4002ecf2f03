import { expect, it } from "vitest";
import { approvalIdOf, newCommandId, newRunId, runIdOfApproval } from "./ids";
import { isJsonObject, type Json } from "./json";
import { json, jsonObject } from "./json-schemas";
import { isTerminalRun } from "./run/status";
import { blobOf, inWrittenOrder, keyOrderOf, previewOf, storeValue } from "./stored-value";

it("keeps small values inline and large ones in a blob of the same digest", () => {
  const small = storeValue({ a: 1 });
  expect(small).toMatchObject({
    stored: { inline: { a: 1 }, bytes: 7, facts: { type: "map", empty: false, chars: 7 } },
  });
  expect(small.blob).toBeUndefined();
  const large = storeValue("x".repeat(5_000));
  expect(large.blob).toMatchObject({ digest: large.stored.digest, body: "x".repeat(5_000) });
  expect(large.stored).toMatchObject({ ref: large.stored.digest, bytes: 5_002 });
  expect(large.stored.preview).toHaveLength(300);
});

it("makes a blob of any value, under the digest that a large one would have", () => {
  expect(blobOf({ a: 1 })).toEqual({ digest: storeValue({ a: 1 }).stored.digest, bytes: 7, body: { a: 1 } });
});

it("knows what is empty", () => {
  const facts = [null, " ", [], {}, 0, false, [1], "x"].map((value) => storeValue(value).stored.facts);
  expect(facts.map((one) => one.empty)).toEqual([true, true, true, true, false, false, false, false]);
  expect(facts.map((one) => one.type)).toEqual([
    "null",
    "string",
    "list",
    "map",
    "number",
    "boolean",
    "list",
    "string",
  ]);
});

it("cuts previews between characters, and says so", () => {
  expect(previewOf("short", 10)).toBe("short");
  expect(previewOf("🙂".repeat(9), 5)).toMatch(/…$/);
});

it("names things by prefix, and finds the run of an approval", () => {
  const ids = { next: () => "01abc" };
  expect([newRunId(ids), newCommandId(ids)]).toEqual(["run_01abc", "cmd_01abc"]);
  expect(runIdOfApproval(approvalIdOf("run_01abc", 3))).toBe("run_01abc");
});

it("tells objects from lists, and ended runs from others", () => {
  expect([{}, [], null, "x"].map(isJsonObject)).toEqual([true, false, false, false]);
  expect((["completed", "failed", "aborted", "cancelled", "waiting"] as const).map(isTerminalRun)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

it("takes every JSON value as it is, and nothing else", () => {
  const odd = JSON.parse('{"__proto__": {"a": [1, null, true, "x"]}, "b": {}}');
  expect(json.parse(odd)).toBe(odd);
  expect(Object.keys(jsonObject.parse(odd))).toEqual(["__proto__", "b"]);
  const none = [undefined, Number.NaN, () => 1, new Date(0), [Symbol("x")], { a: 1n }];
  expect(none.map((value) => json.safeParse(value).success)).toEqual(none.map(() => false));
  expect(jsonObject.safeParse([]).success).toBe(false);
  expect(json.safeParse(Object.create(null)).success).toBe(true);
});

it("takes deep values without exhausting the stack", () => {
  const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  expect(json.safeParse(deep).success).toBe(true);
});

it("keeps the order in which the keys of a large value were written", () => {
  const body = "x".repeat(5_000);
  const written: Json = {
    url: "https://a.example",
    method: "POST",
    body,
    headers: [{ b: 1, a: 2 }, { only: 1 }],
  };
  const sorted: Json = {
    body,
    headers: [{ a: 2, b: 1 }, { only: 1 }],
    method: "POST",
    url: "https://a.example",
  };
  const { order } = storeValue(written).stored as { order?: string };
  expect(JSON.stringify(inWrittenOrder(sorted, order))).toBe(JSON.stringify(written));
  expect(storeValue(written).stored.digest).toBe(storeValue(sorted).stored.digest);
  expect(storeValue(sorted).stored).not.toHaveProperty("order");
  expect(keyOrderOf({ b: 1, a: 2 })).toBe("1,0");
});

it("leaves a value as it is where its order is not known, or is that of another", () => {
  const value = { a: { c: 1, b: 2 }, d: [1] };
  expect(inWrittenOrder(value, undefined)).toBe(value);
  for (const order of ["1,0", "9,9;1,0", "1,0;1,0;1,0", "nonsense"])
    expect(inWrittenOrder(value, order)).toEqual(value);
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${2_000 - n}`, n]));
  expect(keyOrderOf(many)).toBeUndefined();
});
