import fc from "fast-check";
import { expect, test } from "vitest";
import { storable, toJsonText } from "./json-text";

test("a value without anything odd comes back as the same object", () => {
  const value = { text: 'quotes " and \\u0000 spelled out, \\ud800 too', list: [1, null, "\n"] };
  expect(storable(value)).toBe(value);
  expect(toJsonText(value)).toBe(JSON.stringify(value));
});

test("characters that jsonb refuses become replacement characters; pairs and escaped backslashes stay", () => {
  const value = { "a\u0000b": "x\ud800y\udfff", pair: "😀", slash: "\\u0000", both: "\\\u0000" };
  expect(storable(value)).toEqual({ "a�b": "x�y�", pair: "😀", slash: "\\u0000", both: "\\�" });
});

const codeUnits = fc.array(fc.integer({ min: 0, max: 0xffff }));
const odd = fc.array(fc.constantFrom("\u0000", "\ud800", "\udfff", "\\", "u0000", '"', "é", "😀"));

test("any text is storable, and cleaning changes only what has to change", () => {
  const texts = fc.oneof(
    codeUnits.map((units) => String.fromCharCode(...units)),
    odd.map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      // UTF-8 has no halves of pairs either: writing and reading it replaces them.
      const wellFormed = Buffer.from(text, "utf8").toString("utf8");
      expect(storable([text])).toEqual([wellFormed.replaceAll("\u0000", "\uFFFD")]);
    }),
  );
});
