import { expect, it } from "vitest";
import { readCap } from "./spending-form";

it.each([
  ["", null],
  [" ", null],
  ["12.5", 12_500_000],
  ["$ 3", 3_000_000],
  ["0", 0],
  ["1000000", 1_000_000_000_000],
  ["1000001", undefined],
  ["-1", undefined],
  ["1e3", undefined],
  ["ten", undefined],
])("a cap as typed is read as millionths, as none, or not at all: %j", (text, cap) => {
  expect(readCap(text)).toBe(cap);
});
