import { describe, expect, it } from "vitest";
import { isDeeperThan, isSameJson, type Json, parseJson } from "./json";

const nested = (levels: number): Json => {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value, 2] : { key: value };
  return value;
};

describe("isDeeperThan", () => {
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

describe("isSameJson", () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [null, "x"] }, { b: [null, "x"], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [null, {}, false],
    [1, "1", false],
    [undefined, undefined, true],
    [undefined, null, false],
  ])("%j and %j: %s", (a, b, isSame) => {
    expect(isSameJson(a, b)).toBe(isSame);
  });
});

describe("parseJson", () => {
  it("takes no text that is nested too deeply to be worked on", () => {
    const deep = (levels: number) => parseJson(`${"[".repeat(levels)}${"]".repeat(levels)}`);
    expect(deep(1_001)).toBeDefined();
    expect(deep(1_002)).toBeUndefined();
  });

  it.each<[string, Json | undefined]>([
    ['{"a":[1,null]}', { a: [1, null] }],
    ["null", null],
    ["1e999", undefined],
    ["{a: 1}", undefined],
    ["", undefined],
  ])("%s: %j", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });
});
