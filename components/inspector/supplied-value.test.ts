import { expect, it } from "vitest";
import { readSupplied } from "./supplied-value";

it.each([
  ["94.3 %", { value: "94.3 %" }],
  [" two\nlines ", { value: " two\nlines " }],
  ['{"accuracy": 94.3}', { value: { accuracy: 94.3 } }],
  ["[1, 2]", { value: [1, 2] }],
  ["  ", { problem: "Enter a result." }],
  ["{accuracy", { problem: expect.stringContaining("JSON") }],
])("reads %j as a result", (text, read) => {
  expect(readSupplied(text)).toEqual(read);
});
