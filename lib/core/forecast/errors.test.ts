import { describe, expect, it } from "vitest";
import { compare, summarizeErrors } from "./errors";
import type { Estimate } from "./types";

const estimate = (some: Partial<Estimate> = {}): Estimate => ({
  low: 80,
  expected: 100,
  high: 150,
  unknown: 0,
  unpriced: 0,
  tasks: 2,
  unknownRoles: 0,
  ...some,
});

describe("compare", () => {
  it("is the difference over what was expected", () => {
    expect(compare(estimate(), 120)).toEqual({ low: 80, expected: 100, high: 150, actual: 120, error: 0.2 });
    expect(compare(estimate(), 5, 10)).toMatchObject({ expected: 10, error: -0.5 });
  });

  it("is unknown where either side is, or where nothing was expected and something came", () => {
    const unknown = [compare(estimate(), null), compare(estimate({ unknown: 1 }), 1)];
    expect([...unknown, compare(estimate({ unknownRoles: 1 }), 1)]).toEqual([null, null, null]);
    const none = estimate({ low: 0, expected: 0, high: 0 });
    expect([compare(none, 0)?.error, compare(none, 3)]).toEqual([0, null]);
  });
});

it("a summary is over what is known, and says of how many", () => {
  const all = [80, 100, 200, null].map((actual) => compare(estimate(), actual));
  expect(summarizeErrors(all)).toMatchObject({ n: 3, medianError: 0, within: 2 / 3 });
  expect(summarizeErrors([null])).toEqual({
    n: 0,
    medianError: null,
    p10Error: null,
    p90Error: null,
    within: null,
  });
});
