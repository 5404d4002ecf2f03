import { describe, expect, it } from "vitest";
import { isDeeperThan, type Json } from "./json";

const nested = (levels: number): Json => {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value, 2] : { key: value };
  return value;
};

describe("how deep a value is", () => {
  it.each([
    [0, 0, false],
    [1, 0, true],
    [100, 100, false],
    [101, 100, true],
    [200_000, 1_000, true],
  ])("%i levels of lists and objects, at most %i: %s", (levels, limit, isDeeper) => {
    expect(isDeeperThan(nested(levels), limit)).toBe(isDeeper);
  });
});
