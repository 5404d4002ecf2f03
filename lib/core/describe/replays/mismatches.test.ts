import { expect, it } from "vitest";
import { formatCoerced, formatMismatches } from "./mismatches";

it("formatMismatches names the place of each, the value itself, or the schema that cannot be used", () => {
  expect(
    formatMismatches([
      { path: "tags.1", message: "must be string" },
      { path: "", message: "must be object" },
      { path: "tags", message: "too large", unusable: true },
    ]),
  ).toBe("tags.1: must be string; (root): must be object; (schema): too large");
  expect(formatMismatches([])).toBe("");
});

it("formatCoerced says what was converted, and nothing where nothing was", () => {
  expect(formatCoerced(['n: "1" is 1', "list: one item is a list"])).toBe(
    ' Converted: n: "1" is 1; list: one item is a list.',
  );
  expect([formatCoerced([]), formatCoerced()]).toEqual(["", ""]);
});
