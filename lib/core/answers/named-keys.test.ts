import { expect, test } from "vitest";
import { namesKeys } from "./named-keys";

test.each([
  ["Answer JSON {items: [{article, quantity}], left_out: []}", { items: [], left_out: [] }, true],
  ['Answer with {"items": […]} alone.', { items: [] }, true],
  ["Gib {größe, leftOut}", { größe: 1, left_out: 2 }, true],
  ["List the items.", { items: [], total: 3 }, false],
  ["List the lineitems.", { items: [] }, false],
  ["List the items.", {}, false],
])("a text names the keys of an object as words: %s", (text, object, named) => {
  expect(namesKeys(text, object)).toBe(named);
});
