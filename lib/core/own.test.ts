import { expect, it } from "vitest";
import { z } from "zod";
import { recordOf } from "./json-schemas";
import { assignOwn, getOwn, setOwn } from "./own";

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype", "a"];

it.each(NAMES)("keeps %s as a name like any other", (name) => {
  const record: Record<string, { x: number }> = {};
  expect(getOwn(record, name)).toBeUndefined();
  setOwn(record, name, { x: 1 });
  expect(getOwn(record, name)).toEqual({ x: 1 });
  expect(Object.keys(record)).toEqual([name]);
  const other: typeof record = {};
  assignOwn(other, record);
  expect(Object.keys(JSON.parse(JSON.stringify(other)))).toEqual([name]);
  expect(Object.getPrototypeOf(other)).toBe(Object.prototype);
  setOwn(other, name, { x: 2 });
  expect(getOwn(other, name)).toEqual({ x: 2 });
});

it("finds nothing where there is no record or no name", () => {
  expect(getOwn(undefined, "a")).toBeUndefined();
  expect(getOwn(null, "a")).toBeUndefined();
  expect(getOwn({ a: 1 }, undefined)).toBeUndefined();
});

it.each(NAMES)("reads a record with %s in it, also of values that do not fit", (name) => {
  const numbers = recordOf(z.int()).refine((record) => Object.keys(record).length === 1, "one");
  const given: unknown = JSON.parse(`{"${name}": 1}`);
  expect(Object.entries(numbers.parse(given))).toEqual([[name, 1]]);
  expect(numbers.safeParse(JSON.parse(`{"${name}": "x"}`)).error?.issues[0]?.path).toEqual([name]);
  expect(recordOf(z.int()).safeParse([]).success).toBe(false);
  expect(() => recordOf(z.int().refine(async () => true)).parse(given)).toThrow();
});
