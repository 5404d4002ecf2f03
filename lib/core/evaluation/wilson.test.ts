import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wilsonInterval } from "./wilson";

describe("wilsonInterval", () => {
  it.each([
    // As in Newcombe's comparison of seven methods (1998), table I.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("of %d in %d", (hits, n, low, high) => {
    const interval = wilsonInterval(hits, n);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it("is unknown without a case", () => {
    expect(wilsonInterval(0, 0)).toBeUndefined();
  });

  it("holds the share, stays between 0 and 1, and is as wide for hits as for misses", () => {
    const cases = fc
      .integer({ min: 1, max: 5_000 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(cases, ([hits, n]) => {
        const { low, high } = wilsonInterval(hits, n) ?? { low: 1, high: 0 };
        const mirrored = wilsonInterval(n - hits, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(hits / n + 1e-12);
        expect(high).toBeGreaterThanOrEqual(hits / n - 1e-12);
        expect(mirrored?.low).toBeCloseTo(1 - high, 9);
      }),
    );
  });
});
