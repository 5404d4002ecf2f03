import { describe, expect, it } from "vitest";
import { knownUsage, tokenCount } from "./token-count";

describe("tokenCount", () => {
  it.each([
    [12, 12],
    [0, 0],
    [1000.5, 1001],
    ["1204.6", 1205],
    [" 7 ", 7],
  ])("reads %j as %i", (reported, count) => {
    expect(tokenCount(reported)).toBe(count);
  });

  it.each([-5, "-5", "", " ", "many", "1,204", Number.NaN, 1e300, 2 ** 31, null, true, [], {}])(
    "does not know %j",
    (reported) => {
      expect(tokenCount(reported)).toBeUndefined();
    },
  );
});

describe("knownUsage", () => {
  it("leaves out what is no count", () => {
    expect(knownUsage({ inputTokens: 3.2, outputTokens: -1 })).toEqual({ inputTokens: 4 });
  });
});
