import fc from "fast-check";
import { expect, test } from "vitest";
import { arrayTypes, readArray, writeArray } from "./array-types";

test("texts come back as they went, whatever is in them", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ unit: "grapheme" }))), (elements) => {
      expect(readArray(writeArray(elements).replaceAll(/(?<=[{,])null(?=[,}])/g, "NULL"))).toEqual(elements);
    }),
  );
});

test("reads what the server writes", () => {
  expect(readArray("{}")).toEqual([]);
  expect(readArray('{a,"b c","d\\"e","f\\\\g",NULL,"NULL"}')).toEqual([
    "a",
    "b c",
    'd"e',
    "f\\g",
    null,
    "NULL",
  ]);
  expect(arrayTypes.numberArray.parse("{1,-2.5,NULL}")).toEqual([1, -2.5, null]);
});

test("a finished literal is passed on", () => {
  expect(writeArray('{"a"}')).toBe('{"a"}');
});
