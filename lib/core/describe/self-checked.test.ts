import { expect, it } from "vitest";
import { formatSelfChecked } from "./self-checked";

it("formatSelfChecked says of how many results form and limits alone were checked", () => {
  expect(formatSelfChecked(0, { verified: 3, unverified: 0 })).toBeUndefined();
  expect(formatSelfChecked(2, { verified: 2, unverified: 1 })).toBe(
    "2 of 3 results were checked for form and limits alone: a wrong figure would have passed.",
  );
  expect(formatSelfChecked(1, { verified: 2, unverified: 1 })).toContain("1 of 3 results was checked");
  expect(formatSelfChecked(1, { verified: 1, unverified: 0 })).toContain("The result was checked");
});
